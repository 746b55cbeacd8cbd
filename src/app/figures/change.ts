import Big from "big.js";
import { isNumeric } from "../format/amounts.ts";

/** Above this change, in percent of the old value, the new value has to be retyped (RATE-3). */
const largeChangePercent = 10;

export interface Change {
  /** "unknown": what it replaces isn't known. */
  readonly is: "first" | "unknown" | "same" | "up" | "down";
  /** In percent of the old value, signed, two decimals; undefined if there is no old value, or it is 0. */
  readonly percent: string | undefined;
  /** The new value has to be retyped. */
  readonly isLarge: boolean;
}

/** Difference between two decimals. `isTold`: without `before` there is none; otherwise it isn't known, and may differ by any amount. */
export function changeOf(before: string | undefined, after: string, isTold = true): Change {
  if (before === undefined) return { is: isTold ? "first" : "unknown", percent: undefined, isLarge: !isTold };
  const [old, next] = [new Big(before), new Big(after)];
  const difference = next.minus(old);
  if (difference.eq(0)) return { is: "same", percent: "0", isLarge: false };
  const is = difference.gt(0) ? "up" : "down";
  if (old.eq(0)) return { is, percent: undefined, isLarge: true };
  return {
    is,
    percent: difference.times(100).div(old.abs()).round(2, Big.roundHalfUp).toFixed(),
    isLarge: difference.abs().times(100).gt(old.abs().times(largeChangePercent)),
  };
}

/** Whether two decimals are numerically equal, however they are written. */
export const isSame = (a: string | undefined, b: string | undefined): boolean =>
  a === undefined || b === undefined ? a === b : new Big(a).eq(b);

/** Whether two texts of a transaction's field say the same: hosts write an amount as 1.50 in one answer and as 1.5 in another. */
export const isSameField = (field: string, a: string, b: string): boolean =>
  a === b || (field === "amount" && isNumeric(a) && isNumeric(b) && isSame(a, b));
