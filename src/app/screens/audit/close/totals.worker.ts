import { type DayTotals, totalsIn, type ZonedDay } from "../../../../db/transactions/day-totals.ts";

/** The cache's name, a day, and the host clock minus the device clock, in ms. */
export interface ToTotals {
  readonly name: string;
  readonly of: ZonedDay;
  readonly clockAhead: number;
}
export type FromTotals = { readonly is: "added"; readonly totals: DayTotals } | { readonly is: "failed" };

globalThis.addEventListener("message", ({ data: { name, of, clockAhead } }: MessageEvent<ToTotals>) => {
  const answer = (said: FromTotals): void => globalThis.postMessage(said);
  totalsIn(name, of, clockAhead).then(
    (totals) => answer({ is: "added", totals }),
    () => answer({ is: "failed" }),
  );
});
