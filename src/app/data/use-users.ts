import { useLiveQuery } from "dexie-react-hooks";
import { plainText } from "../../contract/text.ts";
import { nameOf } from "../../contract/call.ts";
import { listUsers, type User, type UsersQuery } from "../../contract/users.ts";
import { readUserPage } from "../../db/people/user-pages.ts";
import { readUserByPhone, suggestUsers } from "../../db/people/user-search.ts";
import { findCachedUsers, readUser, type UserName } from "../../db/people/users.ts";
import { readUsers } from "../../db/people/selected-users.ts";
import { queryUsers, type ZonedUsersQuery } from "../../db/people/users-query.ts";
import { useTimeZone } from "../state/settings.ts";
import { type Fetching, useFeed } from "./use-feed.ts";
import { useSync } from "./sync-context.ts";
import { useReach } from "./use-reach.ts";

/** A cached user, with when the host last sent it (device epoch ms). */
export type CachedUser = User & { readonly seenAt: number };

const call = nameOf(listUsers);

/** Whose count and order a shown page has: the host's as of a time, or those of the cached users alone. */
export type UsersBasis =
  | { readonly is: "host"; readonly total: number | undefined; readonly asOf: number }
  | { readonly is: "cached"; readonly total: number; readonly of: number };

export interface UsersPage {
  readonly rows: readonly CachedUser[];
  readonly basis: UsersBasis;
  /** How many stand before the first row. */
  readonly skip: number;
}

/**
 * One page of users from the cache: as the host last answered it, or, where it is out of reach or never
 * answered, worked out over the cached users (USER-10). Its dates are days of the chosen time zone. Fetches the page meanwhile, in one request.
 * `ids`: these users alone, of whom the host is not asked.
 */
export function useUsersPage(
  asked: UsersQuery,
  ids?: readonly string[],
): {
  page: UsersPage | undefined;
  /** The page answers this very question; the one before stays until it is read. */
  isCurrent: boolean;
  fetching: Fetching;
  refresh: () => Promise<void>;
  /** The host is out of reach. */
  isOut: boolean;
  /** Of the ids, those whose users are not on this device. */
  missing: readonly string[];
} {
  const { db } = useSync();
  const timeZone = useTimeZone();
  // Hosts count days in UTC; where the zone's are others, the page is put together here.
  const query: ZonedUsersQuery = timeZone !== "UTC" && (asked.dateFrom || asked.dateTo) ? { ...asked, timeZone } : asked;
  const isOut = useReach().is === "unreachable";
  const key = JSON.stringify([query, ids]);
  const page = useLiveQuery(async (): Promise<UsersPage & { key: string; missing: readonly string[] }> => {
    if (ids) {
      // All of them match an empty question: it only sorts and cuts the page.
      const { rows: all, gone } = await readUsers(db, ids);
      const { limit, sort } = query;
      const skip = Number(query.skip ?? 0);
      const { rows, total } = queryUsers([...all], { limit, sort, skip });
      return { key, skip, rows, basis: { is: "cached", total, of: all.length }, missing: gone };
    }
    const kept = isOut ? undefined : await readUserPage(db, query);
    const skip = Number(query.skip ?? 0);
    if (kept) return { key, skip, rows: kept.rows, basis: { is: "host", total: kept.total, asOf: kept.asOf }, missing: [] };
    const { rows, total, of, skip: shown } = await findCachedUsers(db, query);
    return { key, skip: shown, rows, basis: { is: "cached", total, of }, missing: [] };
  }, [db, key, isOut]);
  return { page, isCurrent: page?.key === key, ...useFeed("users", ids ? undefined : query, call), isOut, missing: page?.missing ?? [] };
}

/** Whom a page under /user-management is about, as its address or the navigation said. */
export interface Subject extends UserName {
  readonly username?: string | undefined;
}

/** A user from the cache, who is looked up at the host meanwhile. `fetching.is === "odd"`: the host's list doesn't know him. */
export function useUser(subject: Subject): { user: CachedUser | undefined; isRead: boolean; fetching: Fetching } {
  const { db } = useSync();
  const { email, id, username } = subject;
  const isNamed = Boolean(email ?? id);
  const found = useLiveQuery(async () => ({ user: isNamed ? await readUser(db, { email, id }) : undefined }), [db, email, id]);
  const { fetching } = useFeed("user", isNamed ? { email, id, username } : undefined, call);
  return { user: found?.user, isRead: found !== undefined, fetching };
}

/** The cached user of an email or a phone number that is being typed; undefined where none has exactly that. */
export function useCachedUser(by: { email: string } | { phone: string }): CachedUser | undefined {
  const { db } = useSync();
  const [email, phone] = "email" in by ? [plainText(by.email), ""] : ["", plainText(by.phone)];
  return useLiveQuery(
    async () => (email ? await readUser(db, { email }) : phone ? await readUserByPhone(db, phone) : undefined),
    [db, email, phone],
  );
}

/** So many cached users are offered while somebody types. */
const suggestionsAtMost = 8;

/** Cached users whose email, name or phone number holds what is being typed. */
export function useSuggestions(text: string): readonly CachedUser[] {
  const { db } = useSync();
  return useLiveQuery(() => suggestUsers(db, text, suggestionsAtMost), [db, text]) ?? [];
}
