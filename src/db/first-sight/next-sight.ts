import { readAnalytics, userTotal } from "../figures/analytics.ts";
import { type Database, type StateRecords, writeState } from "../store/database.ts";
import type { FirstSight } from "./first-sight.ts";
import { lastSync } from "../store/freshness.ts";
import { readWindow } from "../transactions/transaction-list.ts";

/** What the next start's first sight would show of the cache as it is now. */
export type NextSight = Pick<FirstSight, "window" | "analytics" | "userTotal" | "synced">;

/** Reads it, with the first `lines` lines of the list. Rejects with the database's error. */
export async function readNextSight(db: Database, lines: number): Promise<NextSight> {
  const [window, analytics, users, synced = 0] = await Promise.all([
    readWindow(db, 0, lines, []),
    readAnalytics(db),
    userTotal(db),
    lastSync(db),
  ]);
  // A piece is read whole: its other rows need not stay in memory.
  return { window: { ...window, items: window.items.slice(0, lines) }, analytics, userTotal: users, synced };
}

/** Keeps the texts that it will be written with. Rejects with the database's error. */
export const keepTexts = (db: Database, texts: StateRecords["formatted"]): Promise<void> => writeState(db, "formatted", texts);
