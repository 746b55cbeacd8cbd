import type { AmountFormats } from "./amounts.ts";

/** An amount with its sign and every digit, for what leaves the screen: a title with the digits that were cut doesn't go along. */
export function everyDigit({ signed, exact }: Pick<AmountFormats, "signed" | "exact">, value: string): string {
  if (!/\.\d{9}/.test(value)) return signed(value);
  return value.startsWith("-") ? exact(value) : `+${exact(value)}`;
}
