import { useLiveQuery } from "./use-live-query.ts";
import { plainText } from "../../contract/text.ts";
import { nameOf } from "../../contract/call.ts";
import { listUsers, type User, type UsersQuery } from "../../contract/users.ts";
import { readUserPage } from "../../db/people/user-pages.ts";
import { findAmong, findByDate, findCachedUsers, type FoundUsers, readUser, type UserName } from "../../db/people/users.ts";
import { readUsers } from "../../db/people/selected-users.ts";
import type { ZonedUsersQuery } from "../../db/people/users-query.ts";
import type { Sync } from "../../sync/start-sync.ts";
import { useTimeZone } from "../state/settings.ts";
import { type Fetching, useFeed } from "./use-feed.ts";
import { useSync } from "./sync-context.ts";
import { useKeyedQuery } from "./use-keyed-query.ts";
import { useReach } from "./use-reach.ts";

/** A cached user, with when the host last sent it (device epoch ms). */
export type CachedUser = User & { readonly seenAt: number };

const call = nameOf(listUsers);

/** Source of a page's count and order: the host as of a time, or the cached users only. */
export type UsersBasis =
  | { readonly is: "host"; readonly total: number | undefined; readonly asOf: number }
  | { readonly is: "cached"; readonly total: number; readonly of: number };

export interface UsersPage {
  readonly rows: readonly CachedUser[];
  readonly basis: UsersBasis;
  /** Rows before the first one. */
  readonly skip: number;
}

/** A query with the chosen time zone where it names days: hosts count them in UTC. */
export function useZoned(asked: UsersQuery): ZonedUsersQuery {
  const timeZone = useTimeZone();
  return timeZone !== "UTC" && (asked.dateFrom || asked.dateTo) ? { ...asked, timeZone } : asked;
}

/** With more cached users than these, reading all of them would hold up the page. */
const manyUsers = 2000;

/** A page of the cached users; of many, found in the worker. Follows the users as a live query. */
async function findPage({ db, search }: Pick<Sync, "db" | "search">, query: ZonedUsersQuery): Promise<FoundUsers> {
  if ((await db.users.count()) <= manyUsers) return findCachedUsers(db, query);
  const found = await findByDate(db, query);
  if (found) return found;
  const page = await search.ask("users", query).catch(() => undefined);
  return page ? { ...page, rows: [...(await readUsers(db, page.ids)).rows] } : findCachedUsers(db, query);
}

/**
 * One page of users from the cache: as the host last answered or, if it is unreachable or never answered, computed over
 * the cached users (USER-10). Dates are days of the chosen time zone. Fetches the page meanwhile, in one request.
 * `ids`: only these users, without asking the host.
 */
export function useUsersPage(
  asked: UsersQuery,
  ids?: readonly string[],
): {
  page: UsersPage | undefined;
  /** The page answers the current query; the previous one stays until it is loaded. */
  isCurrent: boolean;
  fetching: Fetching;
  refresh: () => Promise<void>;
  /** The host is unreachable. */
  isOut: boolean;
  /** Ids without a cached user. */
  missing: readonly string[];
} {
  const { db, search } = useSync();
  const query = useZoned(asked);
  const isOut = useReach().is === "unreachable";
  const key = JSON.stringify([query, ids]);
  const page = useLiveQuery(async (): Promise<UsersPage & { key: string; missing: readonly string[] }> => {
    if (ids) {
      const { rows: named, gone } = await readUsers(db, ids);
      const { rows, total, of, skip } = await findAmong(db, named, query);
      return { key, skip, rows, basis: { is: "cached", total, of }, missing: gone };
    }
    const kept = isOut ? undefined : await readUserPage(db, query);
    const skip = Number(query.skip ?? 0);
    if (kept) return { key, skip, rows: kept.rows, basis: { is: "host", total: kept.total, asOf: kept.asOf }, missing: [] };
    const { rows, total, of, skip: shown } = await findPage({ db, search }, query);
    return { key, skip: shown, rows, basis: { is: "cached", total, of }, missing: [] };
  }, [db, search, key, isOut]);
  return { page, isCurrent: page?.key === key, ...useFeed("users", ids ? undefined : query, call), isOut, missing: page?.missing ?? [] };
}

/** The user a page under /user-management is about, from its address or navigation state. */
export interface Subject extends UserName {
  readonly username?: string | undefined;
}

/** A user from the cache, looked up at the host meanwhile. `fetching.is === "odd"`: the host's search finds nobody. */
export function useUser(subject: Subject): {
  user: CachedUser | undefined;
  isRead: boolean;
  fetching: Fetching;
  refresh: () => Promise<void>;
} {
  const { db } = useSync();
  const { email, id, username } = subject;
  const isNamed = Boolean(email ?? id);
  const found = useKeyedQuery(async () => ({ user: isNamed ? await readUser(db, { email, id }) : undefined }), [db, email, id]);
  return { user: found?.user, isRead: found !== undefined, ...useFeed("user", isNamed ? { email, id, username } : undefined, call) };
}

/** The cached user with exactly the email being typed, or with an id, if there is one; `isRead`: the cache has answered. */
export function useCachedUser({ email: typed = "", id }: UserName): { readonly user: CachedUser | undefined; readonly isRead: boolean } {
  const { db } = useSync();
  const email = plainText(typed);
  const found = useKeyedQuery(async () => ({ user: await readUser(db, { email, id }) }), [db, email, id]);
  return { user: found?.user, isRead: found !== undefined };
}
