import type { BulkRun } from "./bulk-runs.ts";
import type { Database } from "../store/database.ts";

export const isOver = ({ state }: Pick<BulkRun, "state">): boolean => state.is === "ended" || state.is === "stopped";

/** The open run, else the one started last. The clock may have been put back, so order alone doesn't tell. */
export async function latestRun(db: Database): Promise<BulkRun | undefined> {
  const runs = await db.bulkRuns.orderBy("at").toArray();
  return runs.find((run) => !isOver(run)) ?? runs.at(-1);
}

/** The open run, if any. */
export async function openRun(db: Database): Promise<BulkRun | undefined> {
  const latest = await latestRun(db);
  return latest && !isOver(latest) ? latest : undefined;
}

/** Number of unsent rows of the open run; undefined if none is open. */
export async function unsentRows(db: Database): Promise<number | undefined> {
  const run = await openRun(db);
  return run && (await db.bulkRows.where("[run+is]").equals([run.id, "waiting"]).count());
}
