import { type SQL, and, asc, count, countDistinct, desc, eq, getTableColumns, gt, gte, isNotNull, lt, lte, sql } from "drizzle-orm";
import type { auditCounts, auditLogs } from "../../src/contract/audit.ts";
import { momentsOf } from "../../src/contract/zones.ts";
import type { Db } from "../db/connection.ts";
import { auditHead, auditLog } from "../db/schema.ts";
import type { QueryIn } from "../http/call-types.ts";
import type { EntryRow } from "../audit/write-entry.ts";
import { anywhere } from "./transactions.ts";

type Query = QueryIn<typeof auditLogs>;
type Period = QueryIn<typeof auditCounts>;

const { search: _search, ...columns } = getTableColumns(auditLog);
/** An entry's columns, without the search text. */
export const entryColumns = columns;

function within({ timeZone, ...days }: Period): SQL | undefined {
  const { from, before } = momentsOf(days, timeZone);
  return and(
    days.dateFrom === undefined ? undefined : gte(auditLog.at, new Date(from)),
    days.dateTo === undefined ? undefined : lt(auditLog.at, new Date(before)),
  );
}

function matching({ q, actor, action, outcome, alerts, upTo, ...period }: Query): SQL | undefined {
  return and(
    within(period),
    q === undefined ? undefined : sql`${auditLog.search} like ${anywhere(q)}`,
    actor === undefined ? undefined : sql`lower(${auditLog.actor}) like ${anywhere(actor)}`,
    action === undefined ? undefined : eq(auditLog.action, action),
    outcome === undefined ? undefined : eq(auditLog.outcome, outcome),
    alerts === true ? isNotNull(auditLog.alert) : undefined,
    upTo === undefined ? undefined : lte(auditLog.seq, upTo),
  );
}

const isFiltered = ({ page: _page, limit: _limit, upTo: _upTo, timeZone: _zone, ...filter }: Query): boolean =>
  Object.values(filter).some((field) => field !== undefined);

/** A page of the unfiltered log: numbers have no gaps, so a page is a range of numbers. */
async function pageOfAll(db: Db, { page, limit, upTo = Number.MAX_SAFE_INTEGER }: Query, last: number) {
  const total = Math.min(last, upTo);
  const newest = total - (page - 1) * limit;
  const range = and(lte(auditLog.seq, newest), gt(auditLog.seq, newest - limit));
  return { rows: await db.select(entryColumns).from(auditLog).where(range).orderBy(desc(auditLog.seq)), total };
}

/** A page of the log, newest first, and the total. */
export async function findEntries(db: Db, query: Query): Promise<{ rows: EntryRow[]; total: number }> {
  const [head] = isFiltered(query) ? [] : await db.select({ seq: auditHead.seq }).from(auditHead);
  if (head !== undefined) return pageOfAll(db, query, head.seq);
  const where = matching(query);
  const rows = await db
    .select(entryColumns)
    .from(auditLog)
    .where(where)
    .orderBy(desc(auditLog.seq))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  return { rows, total: await db.$count(auditLog, where) };
}

/** Counts for a period: entries, alerts, and admins who did anything. */
export async function countEntries(db: Db, period: Period): Promise<{ events: number; alerts: number; activeUsers: number }> {
  const [counted] = await db
    .select({ events: count(), alerts: count(auditLog.alert), activeUsers: countDistinct(auditLog.actorId) })
    .from(auditLog)
    .where(within(period));
  return counted ?? { events: 0, alerts: 0, activeUsers: 0 };
}

/** Entries from a number on, in order, and the chain's head. */
export async function chainFrom(db: Db, from: number, limit: number): Promise<{ rows: EntryRow[]; head: { seq: number; hash: string } }> {
  const [head] = await db.select({ seq: auditHead.seq, hash: auditHead.hash }).from(auditHead);
  if (head === undefined) throw new Error("The audit log has no head.");
  const rows = await db.select(entryColumns).from(auditLog).where(gte(auditLog.seq, from)).orderBy(asc(auditLog.seq)).limit(limit);
  return { rows, head };
}
