import { type DayTotals, totalsOfDay, type ZonedDay } from "../../../../db/transactions/day-totals.ts";
import type { Sync } from "../../../../sync/start-sync.ts";
import { hostClockOffset } from "../../../../sync/state/session-store.ts";
import { startTotalsWorker } from "./start-worker.ts";
import type { FromTotals, ToTotals } from "./totals.worker.ts";

function inWorker(asked: ToTotals, start: () => Worker): Promise<DayTotals> {
  const worker = start();
  const told = new Promise<DayTotals>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<FromTotals>) => {
      if (data.is === "added") resolve(data.totals);
      else reject(new Error("the cache could not be read"));
    });
    worker.addEventListener("error", () => reject(new Error("the totals could not be worked out")));
    worker.postMessage(asked);
  });
  return told.finally(() => worker.terminate());
}

/** A day's totals, computed in a worker if it can open the cache. Rejects if the cache can't be read. */
export function askTotals({ db, keeping }: Pick<Sync, "db" | "keeping">, of: ZonedDay): Promise<DayTotals> {
  const clockAhead = hostClockOffset();
  return keeping === "on" && startTotalsWorker !== undefined
    ? inWorker({ name: db.name, of, clockAhead }, startTotalsWorker)
    : totalsOfDay(db, of, clockAhead);
}
