import { rowsOf } from "../db/coverage.ts";
import { type Database, readState } from "../db/database.ts";
import type { RowChanges } from "../db/transactions.ts";
import type { Host } from "./host.ts";
import type { DemandResult } from "./tabs.ts";
import type { View } from "./transaction-feed.ts";

/** A view that was refreshed within this time counts as in use, in ms: readers refresh theirs every minute. */
const inUseMs = 150_000;

/** Whether the covered rows alone exceed a limit; reads one record. */
const isOverLimit = async (db: Database, limit: number): Promise<boolean> =>
  ((await readState(db, "coverage")) ?? []).reduce((sum, run) => sum + rowsOf(run), 0) > limit;

/** Keeps the cache of transactions within `maxCachedTransactions`: the oldest rows outside the views in use go (SYNC-7). */
export function makeRoom(
  db: Database,
  host: Host,
  publish: (changes: RowChanges) => void,
): { make: (result: DemandResult) => Promise<DemandResult>; shrink: () => Promise<void>; keep: (view: View) => void } {
  // When each was last said to be in use, by how far down it reaches; device epoch ms.
  const inSight = new Map<number, number>();
  const held = new Map<number, number>();
  const oldestOf = (views: Map<number, number>): number => {
    const now = host.clock.now();
    for (const [to, at] of views) if (now - at > inUseMs) views.delete(to);
    // Infinity where there is none.
    return Math.min(...views.keys());
  };
  // Few caches are ever full.
  const loaded = () => import("../db/evict.ts");
  return {
    keep({ from, to }) {
      (from === Number.NEGATIVE_INFINITY ? held : inSight).set(to, host.clock.now());
    },
    async make(result) {
      const limit = host.config.maxCachedTransactions;
      if (result.is === "done" && (await isOverLimit(db, limit)))
        publish(await (await loaded()).evictOldest(db, limit, Math.min(oldestOf(inSight), oldestOf(held))));
      return result;
    },
    /** The device is full: half of what is cached must do, but for what is in sight. */
    async shrink() {
      publish(await (await loaded()).evictHalf(db, oldestOf(inSight)));
    },
  };
}
