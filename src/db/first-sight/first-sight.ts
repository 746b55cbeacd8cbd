import { cachePrefix } from "../store/cache-name.ts";
import { isWithin } from "../store/coverage.ts";
import type { StateRecords, TransactionRow } from "../store/database.ts";
import { endWithPage } from "../store/open-transactions.ts";
import { asOfFollowed } from "../store/followed.ts";
import type { Sheet } from "../store/sheets.ts";
import type { KnownFreshness } from "../store/kept-up.ts";
import { leftBehind } from "../store/ended.ts";
import { type ListWindow, windowOf } from "../transactions/list-window.ts";
import { hasRunOut, isAhead } from "../store/retention.ts";
import { opening } from "./opening.ts";

/** What the dashboard's first screen shows of a cache, read in one transaction. Times are device epoch ms. */
export interface FirstSight {
  /** The cache's name. */
  readonly cache: string;
  readonly window: ListWindow;
  readonly analytics: StateRecords["analytics"] | undefined;
  /** The host's user count, if it sent one. */
  readonly userTotal: number | undefined;
  /** When the host last answered any feed. */
  readonly synced: number;
  readonly formatted: StateRecords["formatted"] | undefined;
}

/** The first screen's queries and their results. */
export interface FirstAnswers {
  readonly freshness: KnownFreshness | undefined;
  readonly figures: { readonly analytics: StateRecords["analytics"] | undefined; readonly users: number | undefined } | undefined;
}

/** A sight as results of those queries. */
export const answersOf = ({ window, analytics, userTotal, synced }: FirstSight): FirstAnswers => ({
  freshness: {
    synced,
    head: window.headAsOf,
    gaps: window.gaps,
    analytics: analytics?.asOf,
  },
  figures: { analytics, users: userTotal },
});

/** Unlike `store/idb-answer.ts`, of a request that may have been answered already. */
const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const settle = (): void => (request.error ? reject(request.error) : resolve(request.result));
    if (request.readyState === "done") settle();
    else for (const end of ["success", "error"]) request.addEventListener(end, settle);
  });

/** Rows of the newest sheet, requested before the row layout is known. */
async function readNewest(sheets: IDBObjectStore): Promise<readonly TransactionRow[]> {
  const newest = await answerOf(sheets.openCursor(null, "prev"));
  // Written by Dexie.
  return (newest?.value as Sheet | undefined)?.rows ?? [];
}

/** Cached rows with `from` ≥ at ≥ `to`, unordered. */
async function readBetween(sheets: IDBObjectStore, from: number, to: number): Promise<TransactionRow[]> {
  const [within, above] = await Promise.all([
    answerOf<Sheet[]>(sheets.getAll(IDBKeyRange.bound(to, from))),
    answerOf<Sheet[]>(sheets.getAll(IDBKeyRange.lowerBound(from, true), 1)),
  ]);
  return [...within, ...above].flatMap(({ rows }) => rows).filter(isWithin({ from, to }));
}

/** IndexedDB's version of the current schema: Dexie counts tens, and ones for what an older app adds, as 0.1.0 after a rollback. */
const ownVersion = 60;

async function openedBefore(name: string): Promise<IDBDatabase> {
  const begun = opening();
  if (!begun) throw new Error("no cache was opened");
  const db = await answerOf(begun);
  if (db.name !== name) throw new Error("another cache was opened");
  return db;
}

/**
 * Reads the first `lines` lines of a cache's list and their context, without the app's cache library. Undefined if there is nothing
 * to show, the cache was written by another version, the admin has custom columns, the session of `token` has ended (AUTH-14), or the
 * last sync is older than the retention (AUTH-16); the full start handles those cases.
 */
export async function readFirstSight(
  cache: string,
  { token, retentionHours, lines }: { readonly token: string; readonly retentionHours: number; readonly lines: number },
): Promise<FirstSight | undefined> {
  if (!cache.startsWith(cachePrefix)) return undefined;
  // Requested in parallel: it answers later than the cache opens.
  const left = leftBehind(token);
  const db = await openedBefore(cache);
  try {
    // May hold what the app would forget, convert or show otherwise.
    if (db.version !== ownVersion) return undefined;
    const transaction = db.transaction(["state", "sheets"]);
    endWithPage(transaction);
    const states = transaction.objectStore("state");
    const sheets = transaction.objectStore("sheets");
    const state = async <K extends keyof StateRecords>(name: K): Promise<StateRecords[K] | undefined> => {
      // The store is keyed by record name, which determines the value's type.
      const record = (await answerOf(states.get(name))) as { value: StateRecords[K] } | undefined;
      return record?.value;
    };
    const newest = readNewest(sheets);
    const [synced, others, followed, analytics, users, formatted, columns, quick] = await Promise.all([
      state("synced"),
      state("othersSynced"),
      state("followed"),
      state("analytics"),
      state("users"),
      state("formatted"),
      state("columns"),
      windowOf({ state, rowsBetween: async (from, to) => (await newest).filter(isWithin({ from, to })) }, 0, lines, []),
    ]);
    const rowsBetween = (from: number, to: number): Promise<TransactionRow[]> => readBetween(sheets, from, to);
    const isWhole = quick.items.slice(0, lines).every((item) => item);
    const window = isWhole ? quick : await windowOf({ state, rowsBetween }, 0, lines, []);
    const { ended, caches } = await left;
    if (ended || !caches) return undefined;
    const last = Math.max(synced ?? 0, others ?? 0, followed?.at ?? 0);
    const now = Date.now();
    if (columns?.transactions || window.rows === 0 || hasRunOut(last, retentionHours, now) || isAhead(last, now)) return undefined;
    const figures = analytics && { ...analytics, asOf: asOfFollowed(followed, analytics.asOf, "analytics") };
    return { cache, window, analytics: figures, userTotal: users?.total, synced: last, formatted };
  } finally {
    db.close();
  }
}
