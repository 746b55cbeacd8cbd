import { nameOf, type OpenCall } from "../../contract/call.ts";
import { filterTransactions, type Transaction, type TransactionFilter, transactionsPageSize } from "../../contract/transactions.ts";
import { userWallets } from "../../contract/wallets.ts";
import { emailKey } from "../../contract/emails.ts";
import type { Decimal } from "../../contract/decimal.ts";
import { listUsers, type User } from "../../contract/users.ts";
import type { Found, NotChecked } from "../../db/money/slip-checks.ts";
import { isOwnRow } from "../../db/people/person.ts";
import { readUser } from "../../db/people/users.ts";
import { messageIn } from "../wire/message-in.ts";
import type { Sync } from "../start-sync.ts";
import { findUsers } from "./users-feed.ts";
import { searchPages } from "../transactions/search-pages.ts";

export type Balances = { readonly is: "known"; readonly balances: Readonly<Record<string, Decimal>>; readonly asOf: number } | NotChecked;
export type Latest = { readonly is: "known"; readonly rows: readonly Transaction[]; readonly asOf: number } | NotChecked;

const latestAtMost = 5;

/** Checks often follow a lost answer, when the host may be back already: ask it before a read gives up. */
async function findHost({ host }: Pick<Sync, "host">, call: OpenCall): Promise<void> {
  host.beginAnew(nameOf(call));
  if (host.reach.state.is === "unreachable") await host.reach.ask();
}

/** Reads a user's balances from the host, bypassing the cache. Never rejects. */
export async function askBalances(sync: Pick<Sync, "host">, email: string, signal: AbortSignal): Promise<Balances> {
  await findHost(sync, userWallets);
  const answer = await sync.host.reads.read(userWallets, { query: { email } }, signal);
  if (answer.is !== "answered") return { is: "failed", message: messageIn(answer) };
  // Another user's balances would be worse than none.
  if (answer.value.email !== undefined && emailKey(answer.value.email) !== emailKey(email)) return { is: "failed", message: undefined };
  if (answer.value.lacksBalances) return { is: "failed", message: undefined };
  return { is: "known", balances: answer.value.balances, asOf: answer.sentAt };
}

/** The user of an email. `isPresent`: as the host has just said, else as cached, and the name may be an old one. */
export interface AskedUser {
  readonly email: string;
  readonly user: User | undefined;
  readonly isPresent: boolean;
}

/** Reads a user's record from the host, bypassing the cache, or from the cache if the host sends none. Never rejects. */
export async function askUser(sync: Pick<Sync, "host" | "db">, email: string, signal: AbortSignal): Promise<AskedUser> {
  await findHost(sync, listUsers);
  const found = await findUsers(sync.host, email, (user) => emailKey(user.email ?? "") === emailKey(email), signal);
  const user = "failed" in found ? undefined : found.users[0];
  if (user) return { email, user, isPresent: true };
  return { email, user: await readUser(sync.db, { email }).catch(() => undefined), isPresent: false };
}

/**
 * Reads a user's newest transactions under a filter from the host, until `enough` or the end; searches by username, else by email,
 * and both are found in others' rows as well. Fails where many pages are all others', or if an empty answer says nothing. Never
 * rejects.
 */
export async function askTransactions(
  sync: Pick<Sync, "host">,
  { email, user, isPresent }: AskedUser,
  filter: TransactionFilter,
  signal: AbortSignal,
  enough = transactionsPageSize,
): Promise<Found> {
  await findHost(sync, filterTransactions);
  const own = new Map<string, Transaction>();
  let isWhole = false;
  let asOf: number | undefined;
  for await (const { answer } of searchPages(sync.host, { ...filter, searchTerm: user?.username || email }, signal)) {
    if (answer.is !== "answered") return { is: "failed", message: messageIn(answer) };
    asOf ??= answer.sentAt;
    const { rows, hasNextPage } = answer.value;
    for (const row of rows) if (isOwnRow(row, user ?? {})) own.set(row.id, row);
    isWhole = isPresent && (hasNextPage === false || (hasNextPage === undefined && rows.length === 0));
    if (own.size >= enough) break;
  }
  // Hosts need not search by email: then, an empty answer says nothing.
  if (own.size === 0 && !(isWhole && user?.username)) return { is: "failed", message: undefined };
  return { is: "known", rows: [...own.values()], isWhole, asOf: asOf ?? 0 };
}

/** Reads a user's latest transactions in a currency from the host, newest first. Never rejects. */
export async function askLatest(sync: Pick<Sync, "host" | "db">, email: string, currency: string, signal: AbortSignal): Promise<Latest> {
  const found = await askTransactions(sync, await askUser(sync, email, signal), { currency }, signal, latestAtMost);
  return found.is === "known" ? { ...found, rows: found.rows.slice(0, latestAtMost) } : found;
}
