import { coveredRows, uncovered } from "../../db/store/coverage.ts";
import { type Database, readState } from "../../db/store/database.ts";
import { rowsAtMost } from "../../db/store/sheets.ts";
import type { RowChanges } from "../../db/transactions/transactions.ts";
import type { Host } from "../wire/host.ts";
import { toldEveryMs } from "../wire/live-state.ts";
import type { DemandResult } from "../feeds/feed-worker.ts";
import type { View } from "../transactions/transaction-feed.ts";

/** A view refreshed within this time counts as in use, in ms; readers refresh theirs every minute. */
const inUseMs = 150_000;

/** Whether the cache may exceed a row limit, counting uncovered rows too; reads no rows. */
async function mayExceed(db: Database, limit: number): Promise<boolean> {
  const coverage = (await readState(db, "coverage")) ?? [];
  const loose = await Promise.all(uncovered(coverage).map((stretch) => rowsAtMost(db.sheets, stretch)));
  return loose.reduce((sum, rows) => sum + rows, coveredRows(coverage)) > limit;
}

/** Keeps cached transactions within `maxCachedTransactions` by evicting the oldest rows outside the views in use (SYNC-7). */
export function makeRoom(
  db: Database,
  host: Host,
  publish: (changes: RowChanges) => void,
): { make: (result: DemandResult) => Promise<DemandResult>; shrink: () => Promise<void>; keep: (view: View) => void } {
  // Until when each view counts as in use (device epoch ms), by its lower end.
  const inSight = new Map<number, number>();
  const held = new Map<number, number>();
  const oldestOf = (views: Map<number, number>): number => {
    const now = host.clock.now();
    for (const [to, until] of views) if (now > until) views.delete(to);
    // Infinity if there are no views.
    return Math.min(...views.keys());
  };
  const keepFrom = (): number => Math.min(oldestOf(inSight), oldestOf(held));
  // Few caches ever fill up.
  const loaded = () => import("../../db/transactions/evict.ts");
  const tell = async (changes: AsyncIterable<RowChanges>): Promise<void> => {
    for await (const some of changes) publish(some);
  };
  return {
    keep({ from, to }) {
      // Readers that the stream tells of changes refresh seldom; an export holds the whole cache, and anew with each batch.
      const isTold = to !== Number.NEGATIVE_INFINITY && host.live.tells("view", host.clock);
      const until = host.clock.now() + inUseMs + (isTold ? toldEveryMs : 0);
      (from === Number.NEGATIVE_INFINITY ? held : inSight).set(to, until);
    },
    async make(result) {
      const limit = host.config.maxCachedTransactions;
      if (result.is === "done" && (await mayExceed(db, limit))) await tell((await loaded()).evictOldest(db, limit, keepFrom));
      return result;
    },
    /** The device is full: evicts half of the cache, except rows that were in sight lately. */
    async shrink() {
      await tell((await loaded()).evictHalf(db, () => oldestOf(inSight)));
    },
  };
}
