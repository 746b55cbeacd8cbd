import * as v from "valibot";
import { listUsers, type User, usersQuery, type UsersQuery } from "../contract/users.ts";
import type { Database } from "../db/database.ts";
import { putUserPage } from "../db/user-pages.ts";
import { putUsers } from "../db/users.ts";
import type { Dispatcher, Worker } from "./dispatcher.ts";
import type { Host } from "./host.ts";
import { messageIn } from "./message-in.ts";
import { walletsFeed } from "./wallets-feed.ts";

const pathOf = (host: Host): string => host.config.paths.users ?? listUsers.path;

/** Fetches one page of the users' list; its input is the question (USER-2). */
export const userPageFeed =
  (host: Host, db: Database): Worker =>
  async (input, signal) => {
    const query: UsersQuery = v.parse(usersQuery, input);
    const answer = await host.reads.read(listUsers, { path: pathOf(host), query }, signal);
    if (answer.is !== "answered" || signal.aborted) return { is: "failed", message: messageIn(answer) };
    await putUserPage(db, query, { users: answer.value.users, total: answer.value.total, asOf: answer.sentAt });
    return { is: "done" };
  };

const subject = v.object({ email: v.optional(v.string()), id: v.optional(v.string()), username: v.optional(v.string()) });
export type UserSubject = v.InferInput<typeof subject>;

/** So many are asked for when one is looked for: several may share a name. */
const candidates = 50;

const isHim = (user: User, { email, id }: UserSubject): boolean =>
  email ? user.email?.toLowerCase() === email.toLowerCase() : id !== undefined && user.id === id;

/** Looks one user up by the list's search: by email, else by id among those of his username. `odd`: the host doesn't know him. */
export const userFeed =
  (host: Host, db: Database): Worker =>
  async (input, signal) => {
    const wanted = v.parse(subject, input);
    const q = wanted.email ?? wanted.username ?? wanted.id;
    if (!q || q.length > 200) return { is: "odd" };
    const answer = await host.reads.read(listUsers, { path: pathOf(host), query: { limit: candidates, skip: 0, q } }, signal);
    if (answer.is !== "answered" || signal.aborted) return { is: "failed", message: messageIn(answer) };
    await putUsers(db, answer.value.users, answer.sentAt);
    return { is: answer.value.users.some((user) => isHim(user, wanted)) ? "done" : "odd" };
  };

/** Registers the feeds of users and of what belongs to one user. */
export function registerUserFeeds(dispatcher: Dispatcher, host: Host, db: Database): void {
  dispatcher.register("users", userPageFeed(host, db));
  dispatcher.register("user", userFeed(host, db));
  dispatcher.register("wallets", walletsFeed(host, db));
}
