import { searchText } from "../contract/text.ts";
import { emailForms, mayBePhone, userTerms } from "../contract/user-terms.ts";
import type { User } from "../contract/users.ts";
import type { Database, UserRow } from "./database.ts";
import { noteFetched } from "./freshness.ts";
import { linesOf, samePhone, termsFor } from "./user-terms.ts";
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
  const terms = await termsFor(db, query.q ?? "");
  const { total } = queryUsers(all, { ...query, skip: 0 }, terms);
  const skip = Math.max(0, Math.min(Number(query.skip ?? 0), Math.floor((total - 1) / limit) * limit));
  return { ...queryUsers(all, { ...query, skip }, terms), of: all.length, skip };
}

/** Whom to find: by email where it is known, else by id. */
export interface UserName {
  readonly email?: string | undefined;
  readonly id?: string | undefined;
}

/** A cached user; every spelling of an email is the same. */
export async function readUser(db: Database, { email, id }: UserName): Promise<UserRow | undefined> {
  if (email) {
    const forms = emailForms(searchText(email));
    return db.users
      .where("email")
      .anyOfIgnoreCase([...new Set([...forms, ...forms.map((form) => form.normalize("NFD"))])])
      .first();
  }
  return id ? db.users.get(id) : undefined;
}

/** The cached user of a phone number, in its local or international form. */
export async function readUserByPhone(db: Database, phone: string): Promise<UserRow | undefined> {
  // Read first: a live query doesn't follow what is read after code was loaded.
  const users = await db.users.filter((user) => Boolean(user.phonenumber)).toArray();
  const isSame = await samePhone(db, phone);
  return users.find((user) => isSame(user.phonenumber ?? ""));
}

/** Cached users whose email, name or phone number holds the text, a few of them, for offering while typing. */
export async function suggestUsers(db: Database, text: string, limit: number): Promise<UserRow[]> {
  if (searchText(text) === "") return [];
  const isMatching = (terms: readonly string[]) => (user: UserRow) => terms.some((term) => linesOf(user).includes(term));
  if (!mayBePhone(text))
    return db.users
      .filter(isMatching(userTerms(text, [])))
      .limit(limit)
      .toArray();
  // As above.
  const users = await db.users.toArray();
  return users.filter(isMatching(await termsFor(db, text))).slice(0, limit);
}
