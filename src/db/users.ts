import type { User } from "../contract/users.ts";
import type { Database, UserRow } from "./database.ts";
import { noteFetched } from "./freshness.ts";
import { queryUsers, type ZonedUsersQuery } from "./users-query.ts";

/** Writes users, but for those of whom something newer is cached. */
export async function writeUsers(db: Database, users: readonly User[], asOf: number): Promise<void> {
  const known = await db.users.bulkGet(users.map(({ id }) => id));
  const fresh = users.filter((_, place) => (known[place]?.seenAt ?? asOf) <= asOf);
  await db.users.bulkPut(fresh.map((user): UserRow => ({ ...user, seenAt: asOf })));
}

/** Keeps users that the host sent. `asOf`: when they were asked for (epoch ms). Rejects with the database's error. */
export async function putUsers(db: Database, users: readonly User[], asOf: number): Promise<void> {
  await db.transaction("rw", db.users, db.state, async () => {
    await writeUsers(db, users, asOf);
    await noteFetched(db, asOf);
  });
}

/**
 * What the host would answer, had it the cached users alone (USER-10); `of`: how many are cached. They may be
 * fewer than the page that is asked for begins with: the last page is given then, and `skip` says which it is.
 */
export async function findCachedUsers(
  db: Database,
  query: ZonedUsersQuery,
): Promise<{ rows: UserRow[]; total: number; of: number; skip: number }> {
  const all = await db.users.toArray();
  const limit = Number(query.limit ?? 10);
  const { total } = queryUsers(all, { ...query, skip: 0 });
  const skip = Math.max(0, Math.min(Number(query.skip ?? 0), Math.floor((total - 1) / limit) * limit));
  return { ...queryUsers(all, { ...query, skip }), of: all.length, skip };
}

/** Whom to find: by email where it is known, else by id. */
export interface UserName {
  readonly email?: string | undefined;
  readonly id?: string | undefined;
}

/** A cached user; emails are compared without case. */
export async function readUser(db: Database, { email, id }: UserName): Promise<UserRow | undefined> {
  if (email) return db.users.where("email").equalsIgnoreCase(email.trim()).first();
  return id ? db.users.get(id) : undefined;
}

/** The cached user of a phone number. */
export const readUserByPhone = (db: Database, phone: string): Promise<UserRow | undefined> =>
  db.users.filter((user) => user.phonenumber === phone.trim()).first();

/** Cached users whose email, name or phone number holds the text, a few of them, for offering while typing. */
export async function suggestUsers(db: Database, text: string, limit: number): Promise<UserRow[]> {
  const term = text.trim().toLowerCase();
  if (term === "") return [];
  return db.users
    .filter((user) => [user.email, user.username, user.phonenumber].some((word) => word?.toLowerCase().includes(term)))
    .limit(limit)
    .toArray();
}
