import type { TransactionQuery } from "../../db/transactions/transaction-query.ts";
import type { FilteredList } from "./filtered-list.ts";
import type { OldestList } from "./oldest-list.ts";
import { Observable } from "../state/observable.ts";
import type { Sync } from "../start-sync.ts";
import type { DemandResult } from "../feeds/feed-worker.ts";
import type { Matching, TransactionSource } from "./transaction-source.ts";

/**
 * Transactions under a filter, whose dates are days of `timeZone`; oldest first on request. Loaded lazily: most starts need no
 * filter. Fetches never reject: a cache error is reported to the session, and the fetch has failed "here".
 */
export function filteredTransactions(sync: Sync, filter: TransactionQuery, timeZone: string, oldestFirst = false): TransactionSource {
  const matching = new Observable<Matching>({ is: "cache", why: "awaited" });
  const version = new Observable(0);
  let loading: Promise<FilteredList | OldestList> | undefined;
  const load = async (): Promise<FilteredList | OldestList> => {
    const { FilteredList: List } = await import("./filtered-list.ts");
    const reversed = oldestFirst ? await import("./oldest-list.ts") : undefined;
    const newestFirst = new List(sync, filter, timeZone, matching, version);
    return reversed ? new reversed.OldestList(newestFirst) : newestFirst;
  };
  const list = (): Promise<FilteredList | OldestList> =>
    (loading ??= load().catch((error: unknown) => {
      // Retry on the next call.
      loading = undefined;
      throw error;
    }));
  const fetching = (fetch: (list: FilteredList | OldestList) => Promise<DemandResult>): Promise<DemandResult> =>
    list().then(
      (shown) =>
        fetch(shown).catch((error: unknown) => {
          if (matching.get().is === "cache") matching.set({ is: "cache", why: "unusable" });
          return sync.dispatcher.fail(error);
        }),
      () => ({ is: "failed" }),
    );
  const tell = (tellIt: (list: FilteredList | OldestList) => void): void => {
    // If loading fails, reads reject with it.
    list().then(tellIt, () => {});
  };
  return {
    matching,
    oldestFirst,
    view: "filtered",
    version,
    read: async (...lines) => (await list()).read(...lines),
    readOn: async (...lines) => (await list()).readOn(...lines),
    follow(onChange) {
      let end: (() => void) | undefined;
      let isOver = false;
      tell((shown) => {
        if (!isOver) end = shown.follow(onChange);
      });
      return () => {
        isOver = true;
        end?.();
      };
    },
    missing: async () => (await list()).missing(),
    open: () => tell((shown) => shown.open()),
    close: () => tell((shown) => shown.close()),
    refreshHead: () => fetching((shown) => shown.refreshHead()),
    refreshView: (view) => fetching((shown) => shown.refreshView(view)),
    extend: (pages) => fetching((shown) => shown.extend(pages)),
    closeGap: (above) => fetching((shown) => shown.closeGap(above)),
  };
}
