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
    const settle = (): void => (request.error ? reject(request.error) : resolve(request.result));
    if (request.readyState === "done") settle();
    else for (const end of ["success", "error"]) request.addEventListener(end, settle);
  });

/**
 * The newest `count` rows, newest first, asked for before it is known how they lie; undefined where the browser can't read
 * an index from its end.
 */
function readNewest(order: IDBIndex, count: number): Promise<TransactionRow[]> | undefined {
  try {
    const backwards: { query: null; count: number; direction: IDBCursorDirection } = { query: null, count, direction: "prev" };
    return answerOf<TransactionRow[]>(order.getAll(backwards as unknown as IDBKeyRange));
  } catch {
    // It took the options for a key.
    return undefined;
  }
}

/** Set by public/theme.js: the cache that is there, on its way to be opened as it is, never made and never changed. */
const opening: unknown = Reflect.get(globalThis, "counterfoilOpening");

async function openedBefore(name: string): Promise<IDBDatabase> {
  if (!(opening instanceof IDBOpenDBRequest)) throw new Error("no cache was opened");
  const db = await answerOf(opening);
  if (db.name !== name) throw new Error("another cache was opened");
  return db;
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
  const [{ ended, caches }, db] = await Promise.all([leftBehind(token), openedBefore(cache)]);
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
    const newestRows = readNewest(order, lines);
    const rowsBetween = async (from: number, to: number): Promise<TransactionRow[]> => {
      if (from < to) return [];
      const newest = (await newestRows) ?? [];
      // The oldest of them may have others beside it of its time.
      const isWhole = (newest.at(-1)?.at ?? Infinity) < to;
      if (isWhole) return newest.filter(({ at }) => at <= from && at >= to).reverse();
      return answerOf<TransactionRow[]>(order.getAll(IDBKeyRange.bound([to, Number.NEGATIVE_INFINITY], [from, []])));
    };
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
