import type { AuditCounters, AuditEntry, AuditFilter } from "../../contract/audit.ts";
import { matchesAudit } from "./audit-predicate.ts";
import { type Database, readState, writeState } from "../store/database.ts";
import { noteFetched } from "../store/freshness.ts";

/** Entries that a page of the log holds. */
export const auditPageSize = 50;

/** Older entries than these many go when more are kept: the log's latest pages are what stays. */
const entriesAtMost = 5000;
const viewsAtMost = 20;

/** The log under one filter, as the host last told: which entries, on which pages, of how many. */
export interface AuditView {
  readonly key: string;
  /** The number of the newest entry when the first page was asked for; the pages are those up to it. */
  readonly upTo: number;
  readonly total: number;
  /** When the first page was asked for (device epoch ms). */
  readonly asOf: number;
  /** The numbers of each page's entries, by the page's number. */
  readonly pages: Readonly<Record<number, readonly number[]>>;
}

/** Stands for a filter, in whatever order its fields were given. */
export const auditKey = (filter: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined && value !== "")
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

interface PageAnswer {
  readonly entries: readonly AuditEntry[];
  readonly total: number;
  readonly asOf: number;
}

/**
 * Keeps a page of the log. The first one says how the view stands now, and ends the further pages when entries
 * have come since; a further one counts only while the view still ends at `upTo`. Rejects with the database's error.
 */
export async function putAuditPage(
  db: Database,
  filter: AuditFilter,
  page: number,
  upTo: number | undefined,
  answer: PageAnswer,
): Promise<void> {
  const { entries, total, asOf } = answer;
  await db.transaction("rw", db.audit, db.auditViews, db.state, async () => {
    await noteFetched(db, asOf);
    await db.audit.bulkPut([...entries]);
    const key = auditKey(filter);
    const known = await db.auditViews.get(key);
    const numbers = entries.map((entry) => entry.seq);
    if (page === 1) {
      const newest = numbers[0] ?? 0;
      if (known && known.asOf > asOf) return;
      const pages = known?.upTo === newest && known.total === total ? known.pages : {};
      await db.auditViews.put({ key, upTo: newest, total, asOf, pages: { ...pages, 1: numbers } });
    } else if (known && known.upTo === upTo) {
      await db.auditViews.put({ ...known, pages: { ...known.pages, [page]: numbers } });
    }
    const extraViews = (await db.auditViews.count()) - viewsAtMost;
    if (extraViews > 0) await db.auditViews.bulkDelete(await db.auditViews.orderBy("asOf").limit(extraViews).primaryKeys());
    const extra = (await db.audit.count()) - entriesAtMost;
    if (extra > 0) await db.audit.bulkDelete(await db.audit.orderBy("seq").limit(extra).primaryKeys());
  });
}

/** Keeps an entry that was asked for by itself. */
export const putAuditEntry = (db: Database, entry: AuditEntry): Promise<number> => db.audit.put(entry);

/** Rows of a view around what is in sight: `rows[i]` stands at place `first + i`; undefined where it isn't kept. */
export interface AuditSlice {
  readonly key: string;
  readonly total: number;
  readonly upTo: number;
  readonly asOf: number;
  readonly first: number;
  readonly rows: readonly (AuditEntry | undefined)[];
}

/** The kept part of a view, pages `from` to `to`; undefined when the host never told it. */
export async function readAuditSlice(db: Database, filter: AuditFilter, from: number, to: number): Promise<AuditSlice | undefined> {
  const key = auditKey(filter);
  const view = await db.auditViews.get(key);
  if (!view) return undefined;
  const { total, upTo, asOf, pages } = view;
  const first = (from - 1) * auditPageSize;
  const last = Math.min(total, to * auditPageSize);
  const places = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  const numbers = places.map((place) => pages[Math.floor(place / auditPageSize) + 1]?.[place % auditPageSize]);
  const found = await db.audit.bulkGet(numbers.filter((seq) => seq !== undefined));
  const bySeq = new Map(found.flatMap((entry) => (entry ? [[entry.seq, entry] as const] : [])));
  return { key, total, upTo, asOf, first, rows: numbers.map((seq) => (seq === undefined ? undefined : bySeq.get(seq))) };
}

/** What the filter finds among the kept entries, newest first; `of`: how many are kept; `asOf`: when the host last told the log. */
export async function findKeptEntries(
  db: Database,
  filter: AuditFilter,
): Promise<{ rows: AuditEntry[]; of: number; asOf: number | undefined }> {
  const [all, views] = await Promise.all([db.audit.orderBy("seq").reverse().toArray(), db.auditViews.toArray()]);
  const asOf = views.length > 0 ? Math.max(...views.map((view) => view.asOf)) : undefined;
  return { rows: all.filter((entry) => matchesAudit(filter, entry)), of: all.length, asOf };
}

export const readAuditEntry = (db: Database, seq: number): Promise<AuditEntry | undefined> => db.audit.get(seq);

export interface KeptCounters {
  readonly figures: AuditCounters;
  readonly asOf: number;
}

const periodsAtMost = 12;

/** Keeps the counters of a period, named by its key, unless newer ones are kept. */
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
