import { plainText, searchText } from "../../contract/text.ts";
import { asciiEmail, emailKey } from "../../contract/emails.ts";
import type { User } from "../../contract/users.ts";
import type { Database, UserRow } from "../store/database.ts";
import { noteFetched } from "../store/freshness.ts";
import { goneAfter, noteGone } from "../store/gone.ts";
import { isOfAll, matchingUsers, skipIn, type ZonedUsersQuery } from "./users-query.ts";

/** Writes users unless newer ones are cached. */
export async function writeUsers(db: Database, users: readonly User[], asOf: number): Promise<void> {
  const known = await db.users.bulkGet(users.map(({ id }) => id));
  const wentAfter = await goneAfter(db, "user");
  const isGone = ({ id, email }: User): boolean => wentAfter(id, asOf) || wentAfter(emailKey(email ?? ""), asOf);
  const fresh = users.filter((user, place) => (known[place]?.seenAt ?? asOf) <= asOf && !isGone(user));
  await forgetOthersWallets(db, known, fresh, asOf);
  await db.users.bulkPut(fresh.map((user): UserRow => ({ ...user, seenAt: asOf })));
}

/**
 * Deletes wallets that may be another's, as they are kept by email: those of emails that pass from or to a cached user, and those
 * from before the registration of a user who wasn't cached. `known`: the cached users. `at`: when the device asked, or was told.
 */
export async function forgetOthersWallets(
  db: Database,
  known: readonly (UserRow | undefined)[],
  users: readonly User[],
  at: number,
): Promise<void> {
  const before = new Map(known.map((user) => [user?.id, user]));
  const until = new Map<string, number>();
  for (const { id, email, createdAt } of users) {
    const old = before.get(id);
    const keys = [old?.email, email].flatMap((one) => (one ? [emailKey(one)] : []));
    if (old && keys[0] === keys[1]) continue;
    for (const key of keys) until.set(key, Math.max(until.get(key) ?? 0, old ? at : Date.parse(createdAt ?? "") || 0));
  }
  if (until.size === 0) return;
  const theirs = db.wallets.where("email").anyOf([...until.keys()]);
  await theirs.and(({ email, asOf }) => asOf < (until.get(email) ?? 0)).delete();
}

/** Caches users from the host. `asOf`: when they were requested (epoch ms). Rejects with the database's error. */
export async function putUsers(db: Database, users: readonly User[], asOf: number): Promise<void> {
  await db.transaction("rw", db.users, db.wallets, db.state, async () => {
    await writeUsers(db, users, asOf);
    await noteFetched(db, asOf);
  });
}

/**
 * Caches all users whom the host has by an email. Others who are cached with it no longer have it: they lose it, and the wallets
 * that may be theirs. Rejects with the database's error.
 */
export async function putUsersOf(db: Database, email: string, users: readonly User[], asOf: number): Promise<void> {
  const sent = new Set(users.map(({ id }) => id));
  const former = (await usersBy(db, email)).filter((user) => !sent.has(user.id) && user.seenAt < asOf);
  await db.transaction("rw", db.users, db.wallets, db.state, async () => {
    await writeUsers(db, users, asOf);
    await noteFetched(db, asOf);
    for (const { id } of former) {
      await db.users.update(id, (user) => void (user.seenAt < asOf && Object.assign(user, { email: undefined })));
      const theirs = db.wallets.where("email").equals(emailKey(email));
      await theirs.and((row) => row.asOf < asOf).delete();
    }
  });
}

/**
 * Deletes users who are gone at the host, with their wallets (USER-7). `at`: when the device learnt of it, or asked (epoch ms).
 * Runs in the caller's transaction.
 */
export const forgetUsers = async (db: Database, ids: readonly string[], at: number): Promise<void> =>
  noteGone(db, "user", await removeUsers(db, ids), at);

/** As `forgetUsers`, but returns what to note as gone. */
export async function removeUsers(db: Database, ids: readonly string[]): Promise<string[]> {
  const gone = await db.users.bulkGet([...ids]);
  const emails = gone.flatMap((user) => (user?.email ? emailKey(user.email) : []));
  await db.wallets.bulkDelete(emails);
  await db.users.bulkDelete([...ids]);
  return [...ids, ...emails];
}

export interface FoundUsers {
  readonly rows: UserRow[];
  readonly total: number;
  readonly of: number;
  readonly skip: number;
}

/** A page of all users by date, read by the index; undefined if the query is another one, or the index lacks users without a date. */
export async function findByDate(db: Database, query: ZonedUsersQuery): Promise<FoundUsers | undefined> {
  const { sort = "-createdAt", limit = 10 } = query;
  if (!isOfAll(query) || sort.replace(/^-/, "") !== "createdAt") return undefined;
  const [of, dated] = await Promise.all([db.users.count(), db.users.orderBy("createdAt").count()]);
  if (dated < of) return undefined;
  const skip = skipIn(of, query);
  const inOrder = db.users.orderBy("createdAt");
  const rows = await (sort === "createdAt" ? inOrder : inOrder.reverse()).offset(skip).limit(Number(limit)).toArray();
  return { rows, total: of, of, skip };
}

/**
 * What the host would answer with only the cached users (USER-10); `of`: users cached. If the requested page is beyond them,
 * returns the last page, and its `skip`.
 */
export const findCachedUsers = async (db: Database, query: ZonedUsersQuery): Promise<FoundUsers> =>
  (await findByDate(db, query)) ?? findAmong(db, await db.users.toArray(), query);

/** As `findCachedUsers`, among some of them. */
export async function findAmong(db: Database, all: readonly UserRow[], query: ZonedUsersQuery): Promise<FoundUsers> {
  const { q } = query;
  // Loaded with the first search; if that fails, only the typed text is searched.
  const terms = q ? await import("./user-terms.ts").then(({ termsFor }) => termsFor(db, q)).catch(() => undefined) : [];
  const matching = matchingUsers(all, query, terms);
  const skip = skipIn(matching.length, query);
  return { rows: matching.slice(skip, skip + Number(query.limit ?? 10)), total: matching.length, of: all.length, skip };
}

/** Identifies a user: by email if known, else by id. */
export interface UserName {
  readonly email?: string | undefined;
  readonly id?: string | undefined;
}

/**
 * A cached user; all spellings of an email are equal. Of several with one, as after a deletion and a new registration: the one
 * meant by `id`, else by the very spelling, else the last seen.
 */
export async function readUser(db: Database, { email, id }: UserName): Promise<UserRow | undefined> {
  if (!email) return id ? db.users.get(id) : undefined;
  const all = await usersBy(db, email);
  const spelt = all.filter((user) => user.email === plainText(email));
  const latest = (spelt.length > 0 ? spelt : all).sort((one, other) => other.seenAt - one.seenAt)[0];
  return all.find((user) => user.id === id) ?? latest;
}

/** All cached users with an email. */
async function usersBy(db: Database, email: string): Promise<UserRow[]> {
  const find = (forms: readonly string[]): Promise<UserRow[]> =>
    db.users
      .where("email")
      .anyOfIgnoreCase([...new Set(forms.flatMap((form) => [form, form.normalize("NFD")]))])
      .toArray();
  const plain = searchText(email);
  const found = await find([plain, asciiEmail(plain)]);
  if (found.length > 0 || !plain.includes("xn--")) return found;
  // Punycode domains are rare, so the decoder is loaded on demand.
  const { unicodeEmail } = await import("../../contract/idn.ts");
  return find([unicodeEmail(plain)]);
}
