import { type SQL, and, asc, count, desc, eq, gte, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { phoneForms } from "../../src/contract/phones.ts";
import { userTerms } from "../../src/contract/user-terms.ts";
import type { listUsers, userSorts } from "../../src/contract/users.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/schema.ts";
import type { QueryIn } from "../http/call-types.ts";
import { keysAt, totalOf, userList } from "./days.ts";
import { containing, endOf, startOf } from "./transactions.ts";

type Query = QueryIn<typeof listUsers>;
export type UserRow = typeof users.$inferSelect;
type SortField = (typeof userSorts)[number];

const sortKeys: Readonly<Record<SortField, SQL>> = {
  createdAt: sql`${users.createdAt}`,
  username: sql`lower(${users.username})`,
  email: sql`lower(${users.email})`,
  phonenumber: sql`${users.phonenumber}`,
  kycLevel: sql`${users.kycLevel}`,
  kycStatus: sql`lower(${users.kycStatus})`,
  emailVerified: sql`${users.emailVerified}`,
  bvnVerified: sql`${users.bvnVerified}`,
};
const isSortField = (name: string): name is SortField => name in sortKeys;

/** User search: any spelling of an email; a phone number in local or international form. */
const hasTerm = (q: string, phoneCountry: string): SQL | undefined =>
  or(...userTerms(q, phoneForms(q, phoneCountry)).map((one) => sql`${users.search} like ${containing(one)}`));

function matching({ q, kycLevel, emailVerified, bvnVerified, dateFrom, dateTo }: Query, phoneCountry: string): SQL | undefined {
  return and(
    isNull(users.deletedAt),
    q === undefined ? undefined : hasTerm(q, phoneCountry),
    kycLevel === undefined ? undefined : eq(users.kycLevel, kycLevel),
    emailVerified === undefined ? undefined : eq(users.emailVerified, emailVerified),
    bvnVerified === undefined ? undefined : eq(users.bvnVerified, bvnVerified),
    dateFrom === undefined ? undefined : gte(users.createdAt, startOf(dateFrom)),
    dateTo === undefined ? undefined : lt(users.createdAt, endOf(dateTo)),
  );
}

interface Order {
  readonly field: SortField;
  readonly isDown: boolean;
}

function orderOf(sort: string): Order {
  const field = sort.replace(/^-/, "");
  return { field: isSortField(field) ? field : "createdAt", isDown: sort.startsWith("-") };
}

/** Users without a phone sort last in either direction. */
function orderBy({ field, isDown }: Order): SQL[] {
  const key = sortKeys[field];
  if (!isDown) return [asc(key), asc(users.id)];
  return [field === "phonenumber" ? sql`${key} desc nulls last` : desc(key), desc(users.id)];
}

/** The reverse order. */
function backwards({ field, isDown }: Order): SQL[] {
  const key = sortKeys[field];
  if (isDown) return [field === "phonenumber" ? sql`${key} asc nulls first` : asc(key), asc(users.id)];
  return [desc(key), desc(users.id)];
}

/** A subquery for the ids of a page of all users; index-only, scanned from the nearer end. */
function idsOfAll(db: Db, order: Order, skip: number, limit: number, total: number) {
  if (order.field === "createdAt" && order.isDown) return keysAt(userList, skip, limit);
  const isNearEnd = skip > total / 2;
  return db
    .select({ id: users.id })
    .from(users)
    .where(isNull(users.deletedAt))
    .orderBy(...(isNearEnd ? backwards(order) : orderBy(order)))
    .limit(isNearEnd ? Math.max(0, Math.min(limit, total - skip)) : limit)
    .offset(isNearEnd ? Math.max(0, total - skip - limit) : skip);
}

const isFiltered = ({ q, kycLevel, emailVerified, bvnVerified, dateFrom, dateTo }: Query): boolean =>
  [q, kycLevel, emailVerified, bvnVerified, dateFrom, dateTo].some((field) => field !== undefined);

/** The users matching a query, and the total; local phone numbers are those of `phoneCountry`. */
export async function findUsers(db: Db, query: Query, phoneCountry: string): Promise<{ rows: UserRow[]; total: number }> {
  const { limit = 10, skip = 0 } = query;
  const order = orderOf(query.sort ?? "-createdAt");
  if (!isFiltered(query)) {
    const total = await totalOf(db, userList);
    const page = inArray(users.id, idsOfAll(db, order, skip, limit, total));
    const found = await db
      .select()
      .from(users)
      .where(page)
      .orderBy(...orderBy(order));
    return { rows: found, total };
  }
  const where = matching(query, phoneCountry);
  const rows = await db
    .select()
    .from(users)
    .where(where)
    .orderBy(...orderBy(order))
    .limit(limit)
    .offset(skip);
  const [counted] = await db.select({ total: count() }).from(users).where(where);
  return { rows, total: counted?.total ?? 0 };
}

/** A user on the wire (D1 §3), without host-internal fields. */
export const wireUser = (row: UserRow): object => ({
  _id: row.id,
  username: row.username,
  name: row.name,
  email: row.email,
  phonenumber: row.phonenumber,
  kycLevel: row.kycLevel,
  kycStatus: row.kycStatus,
  emailVerified: row.emailVerified,
  bvnVerified: row.bvnVerified,
  chatbotVerified: row.chatbotVerified,
  twoFactorEnabled: row.twoFactorEnabled,
  createdAt: row.createdAt.toISOString(),
});
