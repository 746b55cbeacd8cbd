import Big from "big.js";
import { plainText } from "../../contract/text.ts";

/** Parsed content of a number box. `value`: plain decimal text; `number`: the same as a JSON number. */
export type ReadDecimal =
  | { readonly is: "empty" }
  | { readonly is: "invalid" }
  | { readonly is: "read"; readonly value: string; readonly number: number };

/** Decimals shown for a figure: a confirmation shows every digit that is sent (RATE-3). */
const shownDecimals = 8;

const wellFormed = /^(\d{1,30}(\.\d{0,30})?|\.\d{1,30})$/;

/**
 * Parses a number of 0 or more. Invalid if a JSON number would change it or it has more decimals than are shown: what
 * is sent equals what is shown.
 */
export function readNonNegative(text: string, decimals = shownDecimals): ReadDecimal {
  const trimmed = plainText(text);
  if (trimmed === "") return { is: "empty" };
  if (!wellFormed.test(trimmed)) return { is: "invalid" };
  const exact = new Big(trimmed.endsWith(".") ? trimmed.slice(0, -1) : trimmed);
  const number = Number(trimmed);
  if (!Number.isFinite(number) || !new Big(String(number)).eq(exact)) return { is: "invalid" };
  const value = exact.toFixed();
  return (value.split(".")[1] ?? "").length > decimals ? { is: "invalid" } : { is: "read", value, number };
}

/** Parses a number above 0. */
export function readPositive(text: string, decimals = shownDecimals): ReadDecimal {
  const read = readNonNegative(text, decimals);
  return read.is === "read" && new Big(read.value).lte(0) ? { is: "invalid" } : read;
}

/** Parses a percentage from 0 to 100. */
export function readPercentage(text: string): ReadDecimal {
  const read = readNonNegative(text);
  return read.is === "read" && new Big(read.value).gt(100) ? { is: "invalid" } : read;
}
