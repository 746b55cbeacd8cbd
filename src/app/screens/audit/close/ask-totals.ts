import { type DayTotals, totalsOfDay, type ZonedDay } from "../../../../db/transactions/day-totals.ts";
import type { Sync } from "../../../../sync/start-sync.ts";
import { hostClockOffset } from "../../../../sync/state/session-store.ts";
import { askedWorker } from "../../../data/asked-worker.ts";
import { startTotalsWorker } from "./start-worker.ts";
import type { FromTotals, ToTotals } from "./totals.worker.ts";

async function inWorker(asked: ToTotals, start: () => Worker): Promise<DayTotals> {
  const { ask, close } = askedWorker<ToTotals, FromTotals>(start);
  const said = await ask(asked).finally(close);
  if (said.is === "added") return said.totals;
  throw new Error("the cache could not be read");
}

/** A day's totals, computed in a worker if it can open the cache. Rejects if the cache can't be read. */
export function askTotals({ db, keeping }: Pick<Sync, "db" | "keeping">, of: ZonedDay): Promise<DayTotals> {
  const clockAhead = hostClockOffset();
  return keeping === "on" && startTotalsWorker !== undefined
    ? inWorker({ name: db.name, of, clockAhead }, startTotalsWorker)
    : totalsOfDay(db, of, clockAhead);
}
