import { type SQL, and, asc, count, desc, eq, gte, isNull, lt, or, sql } from "drizzle-orm";
import type { listUsers, userSorts } from "../../src/contract/users.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/schema.ts";
import type { QueryIn } from "../http/call-types.ts";
import { anywhere, endOf, startOf } from "./transactions.ts";

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

const contains = (column: SQL, q: string): SQL => sql`lower(${column}) like ${anywhere(q)}`;

function matching({ q, kycLevel, emailVerified, bvnVerified, dateFrom, dateTo }: Query): SQL | undefined {
  return and(
    isNull(users.deletedAt),
    q === undefined
      ? undefined
      : or(
          contains(sql`${users.username}`, q),
          contains(sql`${users.email}`, q),
          contains(sql`${users.name}`, q),
          contains(sql`coalesce(${users.phonenumber}, '')`, q),
        ),
    kycLevel === undefined ? undefined : eq(users.kycLevel, kycLevel),
    emailVerified === undefined ? undefined : eq(users.emailVerified, emailVerified),
    bvnVerified === undefined ? undefined : eq(users.bvnVerified, bvnVerified),
    dateFrom === undefined ? undefined : gte(users.createdAt, startOf(dateFrom)),
    dateTo === undefined ? undefined : lt(users.createdAt, endOf(dateTo)),
  );
}

function orderOf(sort: string): SQL[] {
  const field = sort.replace(/^-/, "");
  const key = sortKeys[isSortField(field) ? field : "createdAt"];
  if (sort.startsWith("-")) return field === "createdAt" ? [desc(key), desc(users.id)] : [sql`${key} desc nulls last`, desc(users.id)];
  return [asc(key), asc(users.id)];
}

/** The users that a query asks for, and how many match it in all. Users without a phone come last when sorted by it. */
export async function findUsers(db: Db, query: Query): Promise<{ rows: UserRow[]; total: number }> {
  const where = matching(query);
  const rows = await db
    .select()
    .from(users)
    .where(where)
    .orderBy(...orderOf(query.sort ?? "-createdAt"))
    .limit(query.limit ?? 10)
    .offset(query.skip ?? 0);
  const [counted] = await db.select({ total: count() }).from(users).where(where);
  return { rows, total: counted?.total ?? 0 };
}

/** A user as it goes out (D1 §3); what only the host needs stays here. */
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
