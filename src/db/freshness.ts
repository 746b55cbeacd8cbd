import { type Stretch, uncovered } from "./coverage.ts";
import { type Database, readState } from "./database.ts";

/** When each feed was last brought up to date (device epoch ms; undefined: never), and how many gaps the list has. */
export interface CacheFreshness {
  readonly synced: number | undefined;
  readonly head: number | undefined;
  readonly gaps: number;
  readonly analytics: number | undefined;
  readonly users: number | undefined;
}

/** When the host last answered any feed (device epoch ms); undefined: never. */
export async function lastSync(db: Database): Promise<number | undefined> {
  const times = [await readState(db, "synced"), await readState(db, "figuresSynced")].filter((at) => at !== undefined);
  return times.length > 0 ? Math.max(...times) : undefined;
}

export async function readFreshness(db: Database): Promise<CacheFreshness> {
  const coverage = (await readState(db, "coverage")) ?? [];
  return {
    synced: await lastSync(db),
    head: coverage[0]?.headAsOf,
    gaps: Math.max(0, coverage.length - 1),
    analytics: (await readState(db, "analytics"))?.asOf,
    users: (await readState(db, "users"))?.asOf,
  };
}

/** The stretches of time of which the cache doesn't hold every transaction, newest first. */
export const missingStretches = async (db: Database): Promise<Stretch[]> => uncovered((await readState(db, "coverage")) ?? []);
