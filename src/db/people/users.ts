import { searchText } from "../../contract/text.ts";
import { asciiEmail } from "../../contract/emails.ts";
import type { User } from "../../contract/users.ts";
import type { Database, UserRow } from "../store/database.ts";
import { noteFetched } from "../store/freshness.ts";
import { goneAfter } from "../store/gone.ts";
import { queryUsers, type ZonedUsersQuery } from "./users-query.ts";

/** Writes users, but for those of whom something newer is cached. */
export async function writeUsers(db: Database, users: readonly User[], asOf: number): Promise<void> {
  const known = await db.users.bulkGet(users.map(({ id }) => id));
  const wentAfter = await goneAfter(db, "user");
  const fresh = users.filter(({ id }, place) => (known[place]?.seenAt ?? asOf) <= asOf && !wentAfter(id, asOf));
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
  const { q } = query;
  // Loaded with the first search; where it can't be, only what was typed is looked for.
  const terms = q ? await import("./user-terms.ts").then(({ termsFor }) => termsFor(db, q)).catch(() => undefined) : [];
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
  if (!email) return id ? db.users.get(id) : undefined;
  const find = (forms: readonly string[]): Promise<UserRow | undefined> =>
    db.users
      .where("email")
      .anyOfIgnoreCase([...new Set(forms.flatMap((form) => [form, form.normalize("NFD")]))])
      .first();
  const plain = searchText(email);
  const found = await find([plain, asciiEmail(plain)]);
  if (found || !plain.includes("xn--")) return found;
  // Few domains are written in ASCII for other letters.
  const { unicodeEmail } = await import("../../contract/idn.ts");
  return find([unicodeEmail(plain)]);
}
