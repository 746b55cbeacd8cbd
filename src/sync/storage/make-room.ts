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
  // When each view was last reported in use (device epoch ms), by its lower end.
  const inSight = new Map<number, number>();
  const held = new Map<number, number>();
  const oldestOf = (views: Map<number, number>, withinMs: number): number => {
    const now = host.clock.now();
    for (const [to, at] of views) if (now - at > withinMs) views.delete(to);
    // Infinity if there are no views.
    return Math.min(...views.keys());
  };
  const keepFrom = (): number => {
    // Readers that the stream tells of changes refresh seldom.
    const withinMs = inUseMs + (host.live.tells("view", host.clock) ? toldEveryMs : 0);
    return Math.min(oldestOf(inSight, withinMs), oldestOf(held, withinMs));
  };
  // Few caches ever fill up.
  const loaded = () => import("../../db/transactions/evict.ts");
  const tell = async (changes: AsyncIterable<RowChanges>): Promise<void> => {
    for await (const some of changes) publish(some);
  };
  return {
    keep({ from, to }) {
      (from === Number.NEGATIVE_INFINITY ? held : inSight).set(to, host.clock.now());
    },
    async make(result) {
      const limit = host.config.maxCachedTransactions;
      if (result.is === "done" && (await mayExceed(db, limit))) await tell((await loaded()).evictOldest(db, limit, keepFrom));
      return result;
    },
    /** The device is full: evicts half of the cache, except rows in sight. */
    async shrink() {
      await tell((await loaded()).evictHalf(db, () => oldestOf(inSight, inUseMs)));
    },
  };
}
