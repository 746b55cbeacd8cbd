import { type SQL, and, asc, desc, eq, gte, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { phoneForms } from "../../src/contract/phones.ts";
import { userTerms } from "../../src/contract/user-terms.ts";
import type { listUsers, userSorts } from "../../src/contract/users.ts";
import type { Db } from "../db/connection.ts";
import { userGroups, users } from "../db/schema.ts";
import type { QueryIn } from "../http/call-types.ts";
import { fewRows, rarePart } from "./few.ts";
import { type CountedList, keysAt, totalOf, userList } from "./days.ts";
import { containing, endOf, startOf } from "./transactions.ts";

type Query = QueryIn<typeof listUsers>;
export type UserRow = typeof users.$inferSelect;
type SortField = (typeof userSorts)[number];

const bytewise = (text: SQL): SQL => sql`${text} collate "C"`;
/** The expressions of the indexes. A phone's key begins with a dot, so that having none is above or below all. */
const phoneUp = bytewise(sql`(coalesce('.' || ${users.phonenumber}, '/'))`);
const phoneDown = bytewise(sql`(coalesce('.' || ${users.phonenumber}, ''))`);

interface Sort {
  /** Its name in `user_groups`. */
  readonly name: string;
  /** The rows' key; text is compared bytewise, as the groups are. */
  readonly key: SQL;
  /** Reads a group's key as the rows' key. */
  readonly read: SQL;
}

const textSort = (name: string, key: SQL): Sort => ({ name, key, read: sql`here.key` });

/** Sorts by field; absent: counted per day. Users without a phone are last in either direction. */
const sorts: Readonly<Record<Exclude<SortField, "createdAt">, (isDown: boolean) => Sort>> = {
  username: () => textSort("username", bytewise(sql`lower(${users.username})`)),
  email: () => textSort("email", bytewise(sql`lower(${users.email})`)),
  phonenumber: (isDown) => (isDown ? textSort("-phonenumber", phoneDown) : textSort("phonenumber", phoneUp)),
  kycLevel: () => ({ name: "kycLevel", key: sql`${users.kycLevel}`, read: sql`here.key::integer` }),
  kycStatus: () => textSort("kycStatus", bytewise(sql`lower(${users.kycStatus})`)),
  emailVerified: () => ({ name: "emailVerified", key: sql`${users.emailVerified}`, read: sql`here.key::boolean` }),
  bvnVerified: () => ({ name: "bvnVerified", key: sql`${users.bvnVerified}`, read: sql`here.key::boolean` }),
};
const isSortField = (name: string): name is SortField => name === "createdAt" || name in sorts;

const hasAny = (texts: readonly string[]): SQL | undefined => or(...texts.map((one) => sql`${users.search} like ${containing(one)}`));

/** User search: any spelling of an email; a phone number in local or international form. */
const termsOf = (q: string, phoneCountry: string): string[] => userTerms(q, phoneForms(q, phoneCountry));

function matching({ q, kycLevel, emailVerified, bvnVerified, dateFrom, dateTo }: Query, phoneCountry: string): SQL | undefined {
  return and(
    isNull(users.deletedAt),
    q === undefined ? undefined : hasAny(termsOf(q, phoneCountry)),
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

/** The order that the call's `sort` asks for. */
export function orderOf(sort: string): Order {
  const field = sort.replace(/^-/, "");
  return { field: isSortField(field) ? field : "createdAt", isDown: sort.startsWith("-") };
}

const keyOf = ({ field, isDown }: Order): SQL => (field === "createdAt" ? sql`${users.createdAt}` : sorts[field](isDown).key);

/** The order, or its reverse. */
function orderBy(order: Order, isReversed = false): SQL[] {
  const inDirection = order.isDown === isReversed ? asc : desc;
  return [inDirection(keyOf(order)), inDirection(users.id)];
}

/** Every user in an order or its reverse, counted in groups. */
function countedUsers({ field, isDown }: Order): CountedList & { readonly isDown: boolean } {
  if (field === "createdAt") return { ...userList, isDown: true };
  const { name, key, read } = sorts[field](isDown);
  return {
    ...userList,
    order: sql`${key}, ${users.id}`,
    tallies: userGroups,
    group: sql`key, id`,
    groupOrder: sql`key, id`,
    fromHere: sql`(${key}, ${users.id}) >= (${read}, here.id)`,
    counts: sql`sort = ${name}`,
    isDown: false,
  };
}

/** So few rows from either end are skipped sooner than groups are counted. */
const nearEnd = 200;

/** A subquery for the ids of a page of all users; index-only. Near an end they are read from there. */
export function idsOfAll(db: Db, order: Order, skip: number, limit: number, total: number) {
  const after = Math.max(0, total - skip - limit);
  const found = Math.max(0, Math.min(limit, total - skip));
  const isNearEnd = after < nearEnd;
  if (skip >= nearEnd && !isNearEnd) {
    const list = countedUsers(order);
    return list.isDown === order.isDown ? keysAt(list, skip, limit) : keysAt(list, after, found);
  }
  return db
    .select({ id: users.id })
    .from(users)
    .where(isNull(users.deletedAt))
    .orderBy(...orderBy(order, isNearEnd))
    .limit(isNearEnd ? found : limit)
    .offset(isNearEnd ? after : skip);
}

const isFiltered = ({ q, kycLevel, emailVerified, bvnVerified, dateFrom, dateTo }: Query): boolean =>
  [q, kycLevel, emailVerified, bvnVerified, dateFrom, dateTo].some((field) => field !== undefined);

interface Found {
  readonly rows: UserRow[];
  readonly total: number;
}

/** What a search finds among the few users who have the terms' rare parts; undefined if they aren't few, or it finds nothing. */
async function findFew(db: Db, terms: readonly string[], where: SQL | undefined, order: Order, skip: number, limit: number) {
  const parts = terms.map(rarePart);
  if (!parts.every((part) => part !== undefined)) return undefined;
  const few = db
    .select()
    .from(users)
    .where(hasAny(parts))
    .limit(fewRows + 1)
    .as("few");
  // Named as the table, so that the conditions are on it.
  const counted = db
    .select({ ...few._.selectedFields, few: sql<number>`(count(*) over ())::integer`.as("few") })
    .from(few)
    .as("users");
  const found = await db
    .select({ ...counted._.selectedFields, total: sql<number>`(count(*) over ())::integer` })
    .from(counted)
    .where(where)
    .orderBy(...orderBy(order))
    .limit(limit)
    .offset(skip);
  const [first] = found;
  if (first === undefined || first.few > fewRows) return undefined;
  return { rows: found.map(({ few: _few, total: _total, ...row }) => row), total: first.total };
}

/** The users matching a query, and the total; local phone numbers are those of `phoneCountry`. */
export async function findUsers(db: Db, query: Query, phoneCountry: string): Promise<Found> {
  const { limit = 10, skip = 0, q } = query;
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
  const few = q === undefined ? undefined : await findFew(db, termsOf(q, phoneCountry), where, order, skip, limit);
  if (few !== undefined) return few;
  const rows = await db
    .select()
    .from(users)
    .where(where)
    .orderBy(...orderBy(order))
    .limit(limit)
    .offset(skip);
  return { rows, total: await db.$count(users, where) };
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
