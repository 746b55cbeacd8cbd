import Big from "big.js";
import { type Decimal, toDecimal } from "./decimal.ts";

/** Decimals of the naira. */
const nairaDecimals = 2;

/**
 * A price under a markdown, in exact decimals: rounded once, half up, to the kobo; the discount is the rest of the original price.
 * `percentage` is 0 while the markdown is inactive.
 */
export function markedDown(originalPrice: string, percentage: string): { discountedPrice: Decimal; discountAmount: Decimal } {
  const original = new Big(originalPrice);
  const exact = original.times(new Big(100).minus(percentage)).times("0.01");
  const discounted = exact.round(nairaDecimals, Big.roundHalfUp);
  return { discountedPrice: toDecimal(discounted.toFixed()), discountAmount: toDecimal(original.minus(discounted).toFixed()) };
}
