import type { AmountFormats } from "./amounts.ts";

/** More decimals than are shown (DASH-3). */
const isCut = /\.\d{9}/;

/** Title for an amount shown with fewer decimals than it has: the full amount, with its unit. */
export const wholeAmount = (
  { exact }: Pick<AmountFormats, "exact">,
  value: string | null | undefined,
  unit: string | undefined,
): string | undefined => (value && isCut.test(value) ? `${exact(value)} ${unit ?? ""}` : undefined);
