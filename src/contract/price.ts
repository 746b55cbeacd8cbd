import Big from "big.js";
import { type Decimal, toDecimal } from "./decimal.ts";

/** Naira have two decimals. */
const nairaDecimals = 2;

/**
 * A price under a markdown, in exact decimals: rounded once, half up, to the kobo; the discount is what is
 * then missing to the original price. `percentage` is 0 while the markdown is not active.
 */
export function markedDown(originalPrice: string, percentage: string): { discountedPrice: Decimal; discountAmount: Decimal } {
  const original = new Big(originalPrice);
  const exact = original.times(new Big(100).minus(percentage)).times("0.01");
  const discounted = exact.round(nairaDecimals, Big.roundHalfUp);
  return { discountedPrice: toDecimal(discounted.toFixed()), discountAmount: toDecimal(original.minus(discounted).toFixed()) };
}
