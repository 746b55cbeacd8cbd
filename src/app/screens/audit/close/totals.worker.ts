import { type DayTotals, totalsIn, type ZonedDay } from "../../../../db/transactions/day-totals.ts";

/** The cache's name, and a day. */
export interface ToTotals {
  readonly name: string;
  readonly of: ZonedDay;
}
export type FromTotals = { readonly is: "added"; readonly totals: DayTotals } | { readonly is: "failed" };

globalThis.addEventListener("message", ({ data: { name, of } }: MessageEvent<ToTotals>) => {
  const answer = (said: FromTotals): void => globalThis.postMessage(said);
  totalsIn(name, of).then(
    (totals) => answer({ is: "added", totals }),
    () => answer({ is: "failed" }),
  );
});
