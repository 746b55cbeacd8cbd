import type { AmountFormats } from "./amounts.ts";

/** More decimals than are shown (DASH-3). */
const isCut = /\.\d{9}/;

/** Title for an amount shown with fewer decimals than it has: the full amount, with its unit. */
export const wholeAmount = (
  { exact }: Pick<AmountFormats, "exact">,
  value: string | null | undefined,
  unit: string | undefined,
): string | undefined => (value && isCut.test(value) ? `${exact(value)} ${unit ?? ""}` : undefined);

/** An amount with its sign and every digit, for what leaves the screen: a title with the digits that were cut doesn't go along. */
export function everyDigit({ signed, exact }: Pick<AmountFormats, "signed" | "exact">, value: string): string {
  if (!isCut.test(value)) return signed(value);
  return value.startsWith("-") ? exact(value) : `+${exact(value)}`;
}
