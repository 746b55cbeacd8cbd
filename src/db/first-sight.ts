import { cachePrefix } from "./cache-name.ts";
import type { StateRecords, TransactionRow } from "./database.ts";
import type { CacheFreshness } from "./freshness.ts";
import { leftBehind } from "./ended.ts";
import { type ListWindow, windowOf } from "./list-window.ts";
import { hasRunOut } from "./retention.ts";

/** What the dashboard's first screen shows of a cache, all read in one transaction. Times are device epoch ms. */
export interface FirstSight {
  /** The cache's name. */
  readonly cache: string;
  readonly window: ListWindow;
  readonly analytics: StateRecords["analytics"] | undefined;
  /** The host's count of users, where it sent one. */
  readonly userTotal: number | undefined;
  /** When the host last answered any feed. */
  readonly synced: number;
}

/** The queries that the first screen begins with, and what each of them gives. */
export interface FirstAnswers {
  readonly freshness: CacheFreshness | undefined;
  readonly figures: { readonly analytics: StateRecords["analytics"] | undefined; readonly users: number | undefined } | undefined;
}

/** What was seen, as those queries give it. */
export const answersOf = ({ window, analytics, userTotal, synced }: FirstSight): FirstAnswers => ({
  freshness: {
    synced,
    head: undefined,
    gaps: window.gaps,
    analytics: analytics?.asOf,
    users: undefined,
    rates: undefined,
    giftCards: undefined,
  },
  figures: { analytics, users: userTotal },
});

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB refused")));
  });

/** Opens a cache that is there, as it is; rejects rather than make one, or change its version. */
function openAsItIs(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name);
  opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
  return answerOf(opening);
}

/**
 * Reads the first `lines` lines of a cache's list and what stands around them, without the app's cache library.
 * Undefined where there is nothing to show, where the session of `token` has ended before (AUTH-14), or where the
 * last sync is further back than the retention (AUTH-16): whoever opens the cache whole settles that.
 */
export async function readFirstSight(
  cache: string,
  { token, retentionHours, lines }: { readonly token: string; readonly retentionHours: number; readonly lines: number },
): Promise<FirstSight | undefined> {
  if (!cache.startsWith(cachePrefix)) return undefined;
  const [{ ended, caches }, db] = await Promise.all([leftBehind(token), openAsItIs(cache)]);
  try {
    if (ended || !caches) return undefined;
    const transaction = db.transaction(["state", "transactions"]);
    const states = transaction.objectStore("state");
    const order = transaction.objectStore("transactions").index("[at+id]");
    const state = async <K extends keyof StateRecords>(name: K): Promise<StateRecords[K] | undefined> => {
      // The store is keyed by the record's name, which fixes the type of its value.
      const record = (await answerOf(states.get(name))) as { value: StateRecords[K] } | undefined;
      return record?.value;
    };
    const rowsBetween = (from: number, to: number): Promise<TransactionRow[]> =>
      from < to
        ? Promise.resolve([])
        : answerOf<TransactionRow[]>(order.getAll(IDBKeyRange.bound([to, Number.NEGATIVE_INFINITY], [from, []])));
    const [synced, others, analytics, users, window] = await Promise.all([
      state("synced"),
      state("othersSynced"),
      state("analytics"),
      state("users"),
      windowOf({ state, rowsBetween }, 0, lines, []),
    ]);
    const last = Math.max(synced ?? 0, others ?? 0);
    if (window.rows === 0 || hasRunOut(last, retentionHours, Date.now())) return undefined;
    return { cache, window, analytics, userTotal: users?.total, synced: last };
  } finally {
    db.close();
  }
}
