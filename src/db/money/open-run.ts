import type { BulkRun } from "./bulk-runs.ts";
import type { Database } from "../store/database.ts";

export const isOver = ({ state }: Pick<BulkRun, "state">): boolean => state.is === "ended" || state.is === "stopped";

/** The run that isn't over, else the one that was started last. A clock that was put back has one run come before another. */
export async function latestRun(db: Database): Promise<BulkRun | undefined> {
  const runs = await db.bulkRuns.orderBy("at").toArray();
  return runs.find((run) => !isOver(run)) ?? runs.at(-1);
}

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
