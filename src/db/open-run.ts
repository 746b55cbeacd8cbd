import type { BulkRun } from "./bulk-runs.ts";
import type { Database } from "./database.ts";

export const isOver = ({ state }: Pick<BulkRun, "state">): boolean => state.is === "ended" || state.is === "stopped";

/** The run that was started last. */
export const latestRun = (db: Database): Promise<BulkRun | undefined> => db.bulkRuns.orderBy("at").last();

/** The run that isn't over; undefined where none is. */
export async function openRun(db: Database): Promise<BulkRun | undefined> {
  const latest = await latestRun(db);
  return latest && !isOver(latest) ? latest : undefined;
}

/** How many rows of the open run were not sent, and its name; undefined where none is open. */
export async function unsentRows(db: Database): Promise<{ readonly name: string; readonly count: number } | undefined> {
  const run = await openRun(db);
  return run && { name: run.name, count: await db.bulkRows.where("[run+is]").equals([run.id, "waiting"]).count() };
}
