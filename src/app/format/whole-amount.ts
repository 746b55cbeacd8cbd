/** Decimals that an amount is shown with at most (DASH-3). */
const shownDecimals = 8;

/** A title for an amount that is shown with fewer decimals than it has: all of it, with its unit. */
export const wholeAmount = (value: string | null | undefined, unit: string | undefined): string | undefined =>
  (value?.split(".")[1]?.length ?? 0) > shownDecimals ? `${value} ${unit ?? ""}` : undefined;
