import type { AuditCounters, AuditEntry, AuditFilter } from "../../contract/audit.ts";
import { matchesAudit } from "./audit-predicate.ts";
import { type Database, readState, writeState } from "../store/database.ts";
import { noteFetched } from "../store/freshness.ts";
import { farthestFrom } from "../store/farthest.ts";
import { lengthWith, type ListLength, mayBeOneList } from "../store/list-length.ts";
import { keptAsOf } from "../store/kept-as-of.ts";
import { queryKey } from "../store/query-key.ts";

/** Entries per page of the log. */
export const auditPageSize = 50;

/** Cached entries; beyond this those farthest from the page that came are evicted. */
const entriesAtMost = 5000;
const viewsAtMost = 20;

/** The log under one filter as the host last sent it: entry numbers by page, and its length. */
export interface AuditView extends ListLength {
  readonly key: string;
  /** Number of the newest entry when the first page was requested; all pages end there. */
  readonly upTo: number;
  /** When the first page was requested (device epoch ms). */
  readonly asOf: number;
  /** Entry numbers by page number. */
  readonly pages: Readonly<Record<number, readonly number[]>>;
}

interface PageAnswer extends ListLength {
  readonly entries: readonly AuditEntry[];
  readonly asOf: number;
}

/**
 * Caches a page of the log. The first page sets the view's state and drops further pages if entries were added since; a further
 * page counts only while the view still ends at `upTo`. Rejects with the database's error.
 */
export async function putAuditPage(
  db: Database,
  filter: AuditFilter,
  page: number,
  upTo: number | undefined,
  answer: PageAnswer,
): Promise<void> {
  const { entries, total, by, asOf } = answer;
  const heard = { total, by };
  await db.transaction("rw", db.audit, db.auditViews, db.state, async () => {
    await noteFetched(db, asOf);
    await db.audit.bulkPut([...entries]);
    const key = queryKey(filter);
    const known = await db.auditViews.get(key);
    const numbers = entries.map((entry) => entry.seq);
    if (page === 1) {
      const newest = numbers[0] ?? 0;
      if (known && known.asOf > asOf) return;
      const same = known?.upTo === newest && mayBeOneList(known, heard) ? known : undefined;
      const length = same ? lengthWith(same, heard) : heard;
      await db.auditViews.put({ key, upTo: newest, ...length, asOf, pages: { ...same?.pages, 1: numbers } });
    } else if (known && known.upTo === upTo) {
      await db.auditViews.put({ ...known, ...lengthWith(known, heard), pages: { ...known.pages, [page]: numbers } });
    }
    const extraViews = (await db.auditViews.count()) - viewsAtMost;
    if (extraViews > 0) await db.auditViews.bulkDelete(await db.auditViews.orderBy("asOf").limit(extraViews).primaryKeys());
    await evictFarthest(db, numbers[0] ?? 0);
  });
}

/** Evicts entries beyond the limit from the end of the log that is farther from entry `seq`: what came for a page in sight must stay. */
async function evictFarthest(db: Database, seq: number): Promise<void> {
  const extra = (await db.audit.count()) - entriesAtMost;
  if (extra <= 0) return;
  await db.audit.bulkDelete(await (await farthestFrom(db.audit, "seq", seq, extra)).primaryKeys());
}

/** Caches a single entry. */
export const putAuditEntry = (db: Database, entry: AuditEntry): Promise<number> => db.audit.put(entry);

/** Rows of a view around what is in sight: `rows[i]` is at index `first + i`; undefined if not cached. */
export interface AuditSlice extends ListLength {
  readonly key: string;
  readonly upTo: number;
  readonly asOf: number;
  readonly first: number;
  readonly rows: readonly (AuditEntry | undefined)[];
}

/** The cached part of a view, pages `from` to `to`; undefined if the host never sent it. */
export async function readAuditSlice(db: Database, filter: AuditFilter, from: number, to: number): Promise<AuditSlice | undefined> {
  const key = queryKey(filter);
  const view = await db.auditViews.get(key);
  if (!view) return undefined;
  const { total, by, upTo, asOf, pages } = view;
  const first = (from - 1) * auditPageSize;
  const last = Math.min(total, to * auditPageSize);
  const places = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  const numbers = places.map((place) => pages[Math.floor(place / auditPageSize) + 1]?.[place % auditPageSize]);
  const found = await db.audit.bulkGet(numbers.filter((seq) => seq !== undefined));
  const bySeq = new Map(found.flatMap((entry) => (entry ? [[entry.seq, entry] as const] : [])));
  return { key, total, by, upTo, asOf, first, rows: numbers.map((seq) => (seq === undefined ? undefined : bySeq.get(seq))) };
}

/**
 * Cached entries that match the filter, newest first; `of`: entries cached; `asOf`: when the host last sent the log under the filter,
 * else the oldest of the lists that it has sent (device epoch ms).
 */
export async function findKeptEntries(
  db: Database,
  filter: AuditFilter,
): Promise<{ rows: AuditEntry[]; of: number; asOf: number | undefined }> {
  const [all, views] = await Promise.all([db.audit.orderBy("seq").reverse().toArray(), db.auditViews.toArray()]);
  const asOf = keptAsOf(views, queryKey(filter));
  return { rows: all.filter((entry) => matchesAudit(filter, entry)), of: all.length, asOf };
}

export const readAuditEntry = (db: Database, seq: number): Promise<AuditEntry | undefined> => db.audit.get(seq);

export interface KeptCounters {
  readonly figures: AuditCounters;
  readonly asOf: number;
}

const periodsAtMost = 12;

/** Caches a period's counters under its key, unless newer ones are cached. */
export async function putAuditCounters(db: Database, key: string, kept: KeptCounters): Promise<void> {
  await db.transaction("rw", db.state, async () => {
    const known = (await readState(db, "auditCounters")) ?? {};
    const before = known[key];
    if (before && before.asOf > kept.asOf) return;
    await noteFetched(db, kept.asOf);
    const others = Object.entries(known).filter(([name]) => name !== key);
    await writeState(db, "auditCounters", Object.fromEntries([...others.slice(1 - periodsAtMost), [key, kept]]));
  });
}

export const readAuditCounters = async (db: Database, key: string): Promise<KeptCounters | undefined> =>
  (await readState(db, "auditCounters"))?.[key];
