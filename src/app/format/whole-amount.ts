/** Maximum decimals shown for an amount (DASH-3). */
const shownDecimals = 8;

/** Title for an amount shown with fewer decimals than it has: the full amount, with its unit. */
export const wholeAmount = (value: string | null | undefined, unit: string | undefined): string | undefined =>
  (value?.split(".")[1]?.length ?? 0) > shownDecimals ? `${value} ${unit ?? ""}` : undefined;
