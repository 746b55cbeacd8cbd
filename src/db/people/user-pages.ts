import type { User, UsersQuery } from "../../contract/users.ts";
import type { Database, UserRow } from "../store/database.ts";
import { noteFetched } from "../store/freshness.ts";
import { queryKey } from "../store/query-key.ts";
import { isOfAll, type ZonedUsersQuery } from "./users-query.ts";
import { forgetUsers, writeUsers } from "./users.ts";

/** A page of the users list as last sent by the host: user ids in order, and the total. */
export interface UserPageRow {
  /** The normalised query. */
  readonly key: string;
  readonly ids: readonly string[];
  /** Total number of matches, if the host sent it. */
  readonly total: number | undefined;
  /** When it was requested (device epoch ms). */
  readonly asOf: number;
}

/** Cached pages; beyond this the oldest are evicted. */
const pagesAtMost = 400;

interface PageAnswer {
  readonly users: readonly User[];
  readonly total: number | undefined;
  readonly asOf: number;
}

/**
 * Cached users that the page would include if the host still had them (SYNC-3). Only the unfiltered list by date can tell, and only
 * between its rows: others may have moved to adjacent pages.
 */
export async function goneFrom(db: Database, query: UsersQuery, { users, total, asOf }: PageAnswer): Promise<string[]> {
  if (!isOfAll(query) || (query.sort ?? "-createdAt") !== "-createdAt") return [];
  const dates = users.map((user) => user.createdAt);
  const isInOrder = dates.every((date, index) => date && (index === 0 || date <= (dates[index - 1] ?? "")));
  if (!isInOrder) return [];
  const skip = Number(query.skip ?? 0);
  // Open ends: nobody is newer than the first page's first user, or older than the last page's last.
  const newest = skip === 0 ? undefined : dates.at(0);
  // A total below what was sent is none.
  const isLast = users.length === 0 || total === skip + users.length;
  const oldest = isLast ? undefined : dates.at(-1);
  if (users.length === 0 && total !== 0) return [];
  const sent = new Set(users.map((user) => user.id));
  const between = await db.users
    .where("createdAt")
    .between(oldest ?? "", newest ?? "\uffff", false, false)
    .toArray();
  return between.filter((user) => !sent.has(user.id) && user.seenAt < asOf).map((user) => user.id);
}

/**
 * Caches a page and its users. Drops an answer requested before the cached one. `mayGo`: the cached users whom the answer before
 * lacked, too; only these are deleted.
 */
export async function putUserPage(db: Database, query: ZonedUsersQuery, answer: PageAnswer, mayGo?: ReadonlySet<string>): Promise<void> {
  const { users, total, asOf } = answer;
  await db.transaction("rw", db.users, db.wallets, db.userPages, db.state, async () => {
    const key = queryKey(query);
    const known = await db.userPages.get(key);
    if (known && known.asOf > asOf) return;
    const gone = (await goneFrom(db, query, answer)).filter((id) => mayGo?.has(id) ?? true);
    // This answer knew of it: whoever it has with the email of one who is gone has registered anew.
    await forgetUsers(db, gone, asOf - 1);
    await writeUsers(db, users, asOf);
    await db.userPages.put({ key, ids: [...new Set(users.map((user) => user.id))], total, asOf });
    await noteFetched(db, asOf);
    const extra = (await db.userPages.count()) - pagesAtMost;
    if (extra > 0) await db.userPages.bulkDelete(await db.userPages.orderBy("asOf").limit(extra).primaryKeys());
  });
}

export interface CachedPage {
  readonly rows: readonly UserRow[];
  readonly total: number | undefined;
  readonly asOf: number;
}

/** A cached page with its users as last seen; undefined if never fetched. */
export async function readUserPage(db: Database, query: ZonedUsersQuery): Promise<CachedPage | undefined> {
  const page = await db.userPages.get(queryKey(query));
  if (!page) return undefined;
  const rows = await db.users.bulkGet([...page.ids]);
  return { rows: rows.filter((row) => row !== undefined), total: page.total, asOf: page.asOf };
}
