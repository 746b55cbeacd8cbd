import { type SQL, and, desc, eq, exists, gte, lt, lte, not, or, sql } from "drizzle-orm";
import { searchText } from "../../src/contract/text.ts";
import type { filterTransactions } from "../../src/contract/transactions.ts";
import type { Db } from "../db/connection.ts";
import { transactionDays, transactionKinds, transactions, users } from "../db/schema.ts";
import type { QueryIn } from "../http/call-types.ts";
import { fewRows, rarePart } from "./few.ts";
import { type CountedList, keysAt, transactionKey, transactionsByDay } from "./days.ts";
import { wireAmount, withoutNulls } from "../wire.ts";

type Query = QueryIn<typeof filterTransactions>;
export type Filter = Omit<Query, "page" | "limit">;
type Row = typeof transactions.$inferSelect;

const dayMs = 24 * 3600 * 1000;
/** The first instant of a day, in UTC. */
export const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
/** The first instant after a day, in UTC. */
export const endOf = (day: string): Date => new Date(startOf(day).getTime() + dayMs);

/** LIKE pattern for a search term, escaped. */
export const anywhere = (text: string): string => containing(searchText(text));

/** LIKE pattern for a literal text, escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

function ofVerification(db: Db, status: NonNullable<Filter["userVerificationStatus"]>): SQL {
  const flags = { emailVerified: users.emailVerified, bvnVerified: users.bvnVerified, chatbotVerified: users.chatbotVerified };
  const wanted =
    status === "unverified" ? not(or(...Object.values(flags).map((flag) => eq(flag, true))) ?? sql`false`) : eq(flags[status], true);
  return exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, transactions.userId), wanted)),
  );
}

/** A filter's condition (DASH-7, DASH-10): days are UTC, amounts are compared by absolute value. */
function matching(db: Db, filter: Filter): SQL | undefined {
  const { searchTerm, dateFrom, dateTo, transactionType, transactionStatus, userVerificationStatus, currency, minAmount, maxAmount } =
    filter;
  return and(
    searchTerm === undefined ? undefined : sql`${transactions.search} like ${anywhere(searchTerm)}`,
    dateFrom === undefined ? undefined : gte(transactions.createdAt, startOf(dateFrom)),
    dateTo === undefined ? undefined : lt(transactions.createdAt, endOf(dateTo)),
    transactionType === undefined ? undefined : eq(transactions.type, transactionType.toUpperCase()),
    transactionStatus === undefined ? undefined : eq(transactions.status, transactionStatus.toUpperCase()),
    currency === undefined ? undefined : eq(transactions.currency, currency.toUpperCase()),
    minAmount === undefined ? undefined : sql`abs(${transactions.amount}) >= ${minAmount}::numeric`,
    maxAmount === undefined ? undefined : sql`abs(${transactions.amount}) <= ${maxAmount}::numeric`,
    userVerificationStatus === undefined ? undefined : ofVerification(db, userVerificationStatus),
  );
}

/** The counted list for a filter, if daily counts exist for it; undefined otherwise. */
function countedList(db: Db, filter: Filter): CountedList | undefined {
  const { searchTerm, minAmount, maxAmount, userVerificationStatus } = filter;
  if ([searchTerm, minAmount, maxAmount, userVerificationStatus].some((field) => field !== undefined)) return undefined;
  const { dateFrom, dateTo, transactionType, transactionStatus, currency } = filter;
  const hasKind = [transactionType, transactionStatus, currency].some((field) => field !== undefined);
  const days = hasKind ? transactionKinds : transactionDays;
  const counts = and(
    dateFrom === undefined ? undefined : gte(days.day, dateFrom),
    dateTo === undefined ? undefined : lte(days.day, dateTo),
    transactionType === undefined ? undefined : eq(transactionKinds.type, transactionType.toUpperCase()),
    transactionStatus === undefined ? undefined : eq(transactionKinds.status, transactionStatus.toUpperCase()),
    currency === undefined ? undefined : eq(transactionKinds.currency, currency.toUpperCase()),
  );
  return transactionsByDay(days, { which: matching(db, filter), counts });
}

/**
 * A subquery for the keys of a page's rows, index-only, if daily counts exist for the filter. Of a kind there may be few rows, or none:
 * only the counts know where, also of its first page.
 */
export function keysOf(db: Db, filter: Filter, offset: number, limit: number): SQL | undefined {
  const list = countedList(db, filter);
  if (list === undefined || offset > 0 || list.tallies === transactionKinds) return list && keysAt(list, offset, limit);
  const { key, order, which = sql`true` } = list;
  return sql`(select ${key} from ${transactions} where ${which} order by ${order} limit ${limit})`;
}

/** A page of what a search finds among the few rows that hold the term's rare part; undefined if they aren't few. */
async function pageOfFew(db: Db, filter: Filter, offset: number, limit: number): Promise<Row[] | undefined> {
  const part = rarePart(searchText(filter.searchTerm ?? ""));
  if (part === undefined) return undefined;
  const few = db
    .select()
    .from(transactions)
    .where(sql`${transactions.search} like ${containing(part)}`)
    .limit(fewRows + 1)
    .as("few");
  // Named as the table, so that the filter's conditions are on it.
  const counted = db
    .select({ ...few._.selectedFields, few: sql<number>`(count(*) over ())::integer`.as("few") })
    .from(few)
    .as("transactions");
  const found = await db
    .select()
    .from(counted)
    .where(matching(db, filter))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(limit)
    .offset(offset);
  const count = found[0]?.few ?? (await db.$count(few));
  return count > fewRows ? undefined : found.map(({ few: _few, ...row }) => row);
}

/** One page, newest first, and whether another follows. */
export async function pageOf(db: Db, filter: Filter, page: number, limit: number): Promise<{ rows: Row[]; hasNextPage: boolean }> {
  const offset = (page - 1) * limit;
  const keys = keysOf(db, filter, offset, limit + 1);
  const found =
    (await pageOfFew(db, filter, offset, limit + 1)) ??
    (await db
      .select()
      .from(transactions)
      .where(keys === undefined ? matching(db, filter) : sql`(${transactionKey}) in ${keys}`)
      .orderBy(desc(transactions.createdAt), desc(transactions.id))
      .limit(limit + 1)
      .offset(keys === undefined ? offset : 0));
  return { rows: found.slice(0, limit), hasNextPage: found.length > limit };
}

/** A transaction on the wire: the fields its type has (D1 §3). */
export function wireTransaction({ search: _search, ...row }: Row): object {
  return withoutNulls({
    ...row,
    amount: wireAmount(row.amount),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  });
}
