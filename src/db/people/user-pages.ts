import type { User, UsersQuery } from "../../contract/users.ts";
import type { Database, UserRow } from "../store/database.ts";
import { noteFetched } from "../store/freshness.ts";
import type { ZonedUsersQuery } from "./users-query.ts";
import { writeUsers } from "./users.ts";

/** A page of the users' list as the host last sent it: who stands in it, in which order, and of how many. */
export interface UserPageRow {
  /** The question, normalised. */
  readonly key: string;
  readonly ids: readonly string[];
  /** How many match in all, where the host said so. */
  readonly total: number | undefined;
  /** When it was asked for (device epoch ms). */
  readonly asOf: number;
}

/** Older pages than these go when more are kept. */
const pagesAtMost = 400;

/** Stands for a question, in whatever order its fields were given. */
export const userPageKey = (query: ZonedUsersQuery): string =>
  JSON.stringify(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== "")
      .map(([name, value]) => [name, String(value)])
      .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
  );

interface PageAnswer {
  readonly users: readonly User[];
  readonly total: number | undefined;
  readonly asOf: number;
}

const isWhole = ({ q, kycLevel, emailVerified, bvnVerified, dateFrom, dateTo }: UsersQuery): boolean =>
  [q, kycLevel, emailVerified, bvnVerified, dateFrom, dateTo].every((field) => field === undefined || field === "");

/**
 * Cached users who would stand in the page, had the host them still (SYNC-3). Only the list of all users by
 * date can tell, and only between its rows, since others may have moved to the pages beside it.
 */
async function goneFrom(db: Database, query: UsersQuery, { users, total, asOf }: PageAnswer): Promise<string[]> {
  if (!isWhole(query) || (query.sort ?? "-createdAt") !== "-createdAt") return [];
  const dates = users.map((user) => user.createdAt);
  const isInOrder = dates.every((date, index) => date && (index === 0 || date <= (dates[index - 1] ?? "")));
  if (!isInOrder) return [];
  const skip = Number(query.skip ?? 0);
  // An open end: nobody is newer than the first page's first, nobody older than the last one's last.
  const newest = skip === 0 ? undefined : dates.at(0);
  const oldest = total !== undefined && skip + users.length >= total ? undefined : dates.at(-1);
  if (users.length === 0 && total !== 0) return [];
  const sent = new Set(users.map((user) => user.id));
  const between = await db.users
    .where("createdAt")
    .between(oldest ?? "", newest ?? "\uffff", false, false)
    .toArray();
  return between.filter((user) => !sent.has(user.id) && user.seenAt < asOf).map((user) => user.id);
}

/** Keeps a page that the host sent, with its users. An answer to an older question than the kept one is dropped. */
export async function putUserPage(db: Database, query: ZonedUsersQuery, answer: PageAnswer): Promise<void> {
  const { users, total, asOf } = answer;
  await db.transaction("rw", db.users, db.userPages, db.state, async () => {
    const key = userPageKey(query);
    const known = await db.userPages.get(key);
    if (known && known.asOf > asOf) return;
    await db.users.bulkDelete(await goneFrom(db, query, answer));
    await writeUsers(db, users, asOf);
    await db.userPages.put({ key, ids: users.map((user) => user.id), total, asOf });
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

/** A page as it was kept, with its users as they were last seen; undefined when it was never fetched. */
export async function readUserPage(db: Database, query: ZonedUsersQuery): Promise<CachedPage | undefined> {
  const page = await db.userPages.get(userPageKey(query));
  if (!page) return undefined;
  const rows = await db.users.bulkGet([...page.ids]);
  return { rows: rows.filter((row) => row !== undefined), total: page.total, asOf: page.asOf };
}
