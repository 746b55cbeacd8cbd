import Big from "big.js";
import * as v from "valibot";
import { type FundCurrency, precisionOf } from "./currencies.ts";
import { decimal } from "./decimal.ts";
import { decimalsOf, leastFundAmount } from "./funding.ts";
import { numberOf } from "./wire-body.ts";

/** The sendable amount that was typed, or why it can't be sent and the nearest one that can (FUND-5). */
export type FundAmount =
  | { readonly is: "sendable"; readonly amount: string }
  | { readonly is: "refused"; readonly why: "precision" | "exact" | "large" | "small"; readonly nearest: string }
  | { readonly is: "refused"; readonly why: "number" };

/** Exclusive upper limit (see `fundBody`). */
const tooLarge = new Big("1e15");

/** Smallest amount that the currency can represent and the product sends. */
export function leastOf(currency: FundCurrency): string {
  const unit = new Big(10).pow(-precisionOf[currency]);
  return unit.gt(leastFundAmount) ? unit.toFixed() : leastFundAmount;
}

/** The amount nearest to `wanted` with no more decimals than the currency and an exact JSON number. */
function nearestTo(wanted: Big, currency: FundCurrency): string {
  const least = new Big(leastOf(currency));
  if (wanted.lt(least)) return least.toFixed();
  const precision = precisionOf[currency];
  // The nearest double may have too many decimals, so shorter candidates follow.
  const candidates = [new Big(String(Number(wanted.round(precision, Big.roundHalfUp).toFixed())))];
  for (let decimals = precision; decimals >= 0; decimals -= 1) candidates.push(wanted.round(decimals, Big.roundHalfUp));
  let nearest = least;
  for (const candidate of candidates) {
    const isSendable =
      numberOf(candidate.toFixed()) !== undefined &&
      decimalsOf(candidate.toFixed()) <= precision &&
      candidate.gte(least) &&
      candidate.lt(tooLarge);
    if (isSendable && candidate.minus(wanted).abs().lt(nearest.minus(wanted).abs())) nearest = candidate;
  }
  return nearest.toFixed();
}

/** Parses a typed amount without rounding: what can't be sent exactly is refused. */
export function readFundAmount(typed: string, currency: FundCurrency): FundAmount {
  const parsed = v.safeParse(decimal, typed);
  if (!parsed.success) return { is: "refused", why: "number" };
  const wanted = new Big(parsed.output);
  const refuse = (why: "precision" | "exact" | "large" | "small"): FundAmount => ({
    is: "refused",
    why,
    nearest: nearestTo(wanted, currency),
  });
  if (wanted.lt(leastOf(currency))) return refuse("small");
  if (wanted.gte(tooLarge)) return { is: "refused", why: "large", nearest: tooLarge.minus(1).toFixed() };
  if (decimalsOf(wanted.toFixed()) > precisionOf[currency]) return refuse("precision");
  return numberOf(parsed.output) === undefined ? refuse("exact") : { is: "sendable", amount: wanted.toFixed() };
}
