import * as v from "valibot";
import { emailKey } from "../../contract/emails.ts";
import { listUsers, type User, usersQuery, type UsersQuery } from "../../contract/users.ts";
import type { Database } from "../../db/store/database.ts";
import { goneFrom, putUserPage } from "../../db/people/user-pages.ts";
import { userPredicate, type ZonedUsersQuery } from "../../db/people/users-query.ts";
import { putUsers, putUsersOf } from "../../db/people/users.ts";
import { hostDays } from "../../contract/zones.ts";
import type { FeedWorker } from "./feed-worker.ts";
import type { Answer } from "../wire/host-client.ts";
import type { Host } from "../wire/host.ts";
import { messageIn } from "../wire/message-in.ts";
import { walletsFeed } from "./wallets-feed.ts";

const pathOf = (host: Host): string => host.config.paths.users ?? listUsers.path;

const zonedQuery = v.object({ ...usersQuery.entries, timeZone: v.optional(v.string()) });

/** Page size when all users are needed; the largest that hosts are known to send. */
const allAtATime = 200;

/** Users read per search; more count as inconclusive. */
const searchedAtMost = 1000;

/** Gives up after this many readings of a list that keeps changing; the next demand starts over. */
const mostReadings = 3;

interface UsersRead {
  /** In the host's order. */
  readonly users: readonly User[];
  /** How many there are, as the last answer said. */
  readonly total: number | undefined;
  /** When the first page was requested (device epoch ms). */
  readonly asOf: number;
  /** No user is missing, neither between them nor at the end. */
  readonly isWhole: boolean;
}

type Failed = { readonly failed: Answer<unknown> };

/**
 * Reads all users of a query, or `most` from `from` on, or until what was read is enough. Pages overlap by one user: the host chooses
 * the page size, and a deletion shifts later users up. `moved`: the overlapping user wasn't there.
 */
async function readToEnd(
  host: Host,
  query: UsersQuery,
  signal: AbortSignal,
  isEnough = (_page: readonly User[], of: number): boolean => of >= most,
  { from, most } = { from: 0, most: Number.POSITIVE_INFINITY },
): Promise<(UsersRead & { readonly moved: boolean }) | Failed> {
  const seen = new Map<string, User>();
  let last: string | undefined;
  let asOf = Number.POSITIVE_INFINITY;
  let usual = 2;
  for (;;) {
    const known = Math.max(0, seen.size - 1);
    const asked: UsersQuery = { ...query, skip: from + known, limit: Math.min(allAtATime, most - known) };
    const answer = await host.reads.read(listUsers, { path: pathOf(host), query: asked }, signal);
    if (answer.is !== "answered") return { failed: answer };
    const { users, total } = answer.value;
    asOf = Math.min(asOf, answer.sentAt);
    const overlap = users.findIndex(({ id }) => id === last);
    const moved = last === undefined ? users.length === 0 && (total ?? 0) > 0 : overlap < 0;
    for (const user of users) seen.set(user.id, user);
    const isAllKnown = overlap === users.length - 1;
    // A full page of known users doesn't prove the end, but stop there: asking on might never end.
    const isWhole = !moved && (from + seen.size === total || (isAllKnown && users.length < usual));
    if (moved || isAllKnown || isWhole || isEnough(users, seen.size)) return { users: [...seen.values()], total, asOf, isWhole, moved };
    usual = Math.max(usual, users.length);
    last = users.at(-1)?.id;
  }
}

/** Searches users on the host until a page has some that are meant, and leaves out the others. */
export async function findUsers(host: Host, q: string, isMeant: (user: User) => boolean, signal: AbortSignal): Promise<UsersRead | Failed> {
  const read = await readToEnd(host, { q }, signal, (page, of) => of >= searchedAtMost || page.some(isMeant));
  return "failed" in read ? read : { ...read, users: read.users.filter(isMeant) };
}

/** Whether users come in the order of their dates: hosts may sort otherwise than asked. */
const isByDate = (users: readonly User[], sort: string): boolean => {
  const dates = users.map(({ createdAt }) => createdAt ?? "");
  if (sort.startsWith("-")) dates.reverse();
  return dates.every((date, index) => date >= (dates[index - 1] ?? ""));
};

/**
 * A page of the users within a zone's days, sorted by date. The host's list has more users at either end, those of its first and last
 * day who are outside: they are counted from there. Undefined if an answer contradicts this.
 */
async function pageOfDays(
  host: Host,
  { timeZone = "UTC", ...query }: ZonedUsersQuery,
  signal: AbortSignal,
): Promise<UsersRead | Failed | undefined> {
  const { dateFrom, dateTo, sort = "-createdAt" } = query;
  const [skip, limit] = [Number(query.skip ?? 0), Number(query.limit ?? 10)];
  const isInside = userPredicate({ dateFrom, dateTo, timeZone });
  const days = hostDays(query, timeZone);
  const outside = { createdAt: 0, "-createdAt": 0 };
  const ends: UsersRead[] = [];
  for (const [end, isBound] of [
    ["createdAt", dateFrom],
    ["-createdAt", dateTo],
  ] as const) {
    if (!isBound) continue;
    const read = await readToEnd(host, { ...days, sort: end }, signal, (page) => page.some(isInside));
    if ("failed" in read) return read.failed.is === "refused" ? undefined : read;
    outside[end] = read.users.findIndex(isInside);
    if (read.moved || outside[end] < 0 || !isByDate(read.users, end)) return undefined;
    ends.push(read);
  }
  const from = skip + outside[sort === "createdAt" ? sort : "-createdAt"];
  const read = await readToEnd(host, days, signal, undefined, { from, most: limit });
  if ("failed" in read) return read;
  const { total = -1 } = read;
  const asOf = Math.min(read.asOf, ...ends.map((end) => end.asOf));
  const isOdd = ends.some((end) => end.total !== read.total) || (read.users.length > 0 && (read.moved || total < from + read.users.length));
  const inside = total - outside["createdAt"] - outside["-createdAt"];
  const length = Math.max(0, Math.min(limit, inside - skip));
  const users = read.users.slice(0, length);
  return isOdd || inside < 0 || users.length < length || !users.every(isInside) ? undefined : { users, total: inside, asOf, isWhole: true };
}

/**
 * All users in the host's order within a zone's days. The host pages by its own days, so every host day that the zone's days touch
 * is read, then filtered.
 */
async function usersOfDays(host: Host, { timeZone = "UTC", ...query }: ZonedUsersQuery, signal: AbortSignal): Promise<UsersRead | Failed> {
  const isInside = userPredicate({ dateFrom: query.dateFrom, dateTo: query.dateTo, timeZone });
  for (let turn = 1; ; turn += 1) {
    const read = await readToEnd(host, hostDays(query, timeZone), signal);
    if ("failed" in read) return read;
    if (!read.moved || turn === mostReadings) return { ...read, users: read.users.filter(isInside) };
  }
}

/** Fetches one page of the users list, in several parts where the host sends fewer than asked for; the input is the query (USER-2). */
export const userPageFeed =
  (host: Host, db: Database): FeedWorker<ZonedUsersQuery> =>
  async (input, signal) => {
    const { timeZone, ...query } = v.parse(zonedQuery, input);
    if (timeZone !== undefined) {
      const zoned = { ...query, timeZone };
      const found = (query.sort ?? "-createdAt").endsWith("createdAt") ? await pageOfDays(host, zoned, signal) : undefined;
      const all = found ?? (await usersOfDays(host, zoned, signal));
      if ("failed" in all || signal.aborted) return { is: "failed", message: "failed" in all ? messageIn(all.failed) : undefined };
      const [skip, limit] = [query.skip ?? 0, query.limit ?? 10];
      if (!all.isWhole) {
        await putUsers(db, all.users, all.asOf);
        return { is: "failed" };
      }
      const page = found ? all : { users: all.users.slice(skip, skip + limit), total: all.users.length, asOf: all.asOf };
      await putUserPage(db, zoned, page);
      return { is: "done" };
    }
    const place = { from: query.skip ?? 0, most: query.limit ?? 10 };
    const readPage = () => readToEnd(host, query, signal, undefined, place);
    let read = await readPage();
    // One odd answer removes nobody.
    const lacking = "failed" in read ? [] : await goneFrom(db, query, read);
    if (lacking.length > 0) read = await readPage();
    if ("failed" in read || signal.aborted) return { is: "failed", message: "failed" in read ? messageIn(read.failed) : undefined };
    if (read.moved && read.users.length > 0) {
      await putUsers(db, read.users, read.asOf);
      return { is: "failed" };
    }
    await putUserPage(db, query, read, new Set(lacking));
    // Where the list says that it goes on, a page that can't be filled hides users.
    const isFull = read.users.length >= Math.min(place.most, (read.total ?? 0) - place.from);
    return { is: isFull || read.isWhole ? "done" : "failed" };
  };

const subject = v.object({ email: v.optional(v.string()), id: v.optional(v.string()), username: v.optional(v.string()) });
export type UserSubject = v.InferInput<typeof subject>;

const isHim = (user: User, { email, id }: UserSubject): boolean =>
  email ? emailKey(user.email ?? "") === emailKey(email) : id !== undefined && user.id === id;

/**
 * Finds one user by the list's search: by email, else by id among those with the username. `odd`: it finds nobody. Only by
 * an email does this mean that the host doesn't know the user: its search may not look for ids.
 */
export const userFeed =
  (host: Host, db: Database): FeedWorker<UserSubject> =>
  async (input, signal) => {
    const wanted = v.parse(subject, input);
    const q = wanted.email ?? wanted.username ?? wanted.id;
    if (!q || q.length > 200) return { is: "odd" };
    const found = await findUsers(host, q, (user) => isHim(user, wanted), signal);
    if ("failed" in found || signal.aborted) return { is: "failed", message: "failed" in found ? messageIn(found.failed) : undefined };
    if (wanted.email && found.isWhole && found.users.length > 0) await putUsersOf(db, wanted.email, found.users, found.asOf);
    else await putUsers(db, found.users, found.asOf);
    return { is: found.users.length > 0 ? "done" : found.isWhole ? "odd" : "failed" };
  };

/** Feeds of users and of what belongs to one user. */
export const userFeeds = (host: Host, db: Database) => ({
  users: userPageFeed(host, db),
  user: userFeed(host, db),
  wallets: walletsFeed(host, db),
});
