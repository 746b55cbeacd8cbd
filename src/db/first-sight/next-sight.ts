import { readAnalytics, userTotal } from "../figures/analytics.ts";
import { type Database, type StateRecords, writeState } from "../store/database.ts";
import type { FirstSight } from "./first-sight.ts";
import { lastSync } from "../store/freshness.ts";
import { readWindow } from "../transactions/transaction-list.ts";

/** What the next start's first sight would show of the current cache. */
export type NextSight = Pick<FirstSight, "window" | "analytics" | "userTotal" | "synced">;

/** Reads it with the first `lines` lines of the list. Rejects with the database's error. */
export async function readNextSight(db: Database, lines: number): Promise<NextSight> {
  const [window, analytics, users, synced = 0] = await Promise.all([
    readWindow(db, 0, lines, []),
    readAnalytics(db),
    userTotal(db),
    lastSync(db),
  ]);
  // Pieces are read whole; release the extra rows.
  return { window: { ...window, items: window.items.slice(0, lines) }, analytics, userTotal: users, synced };
}

/** Stores the texts that it will be rendered with. Rejects with the database's error. */
export const keepTexts = (db: Database, texts: StateRecords["formatted"]): Promise<void> => writeState(db, "formatted", texts);
