import * as v from "valibot";
import { openedSession } from "../../../src/contract/sign-in.ts";
import { transactionsAnswer, type Transaction } from "../../../src/contract/transactions.ts";
import { usersAnswer } from "../../../src/contract/users.ts";
import { walletsAnswer } from "../../../src/contract/wallets.ts";
import { firstAdmin, type HostProcess } from "./host-process.ts";

export interface Session {
  readonly token: string;
  /** The admin as JSON, as in local storage (AUTH-9). */
  readonly user: string;
}

/** Signs an admin in through the API; by default the first one. */
export async function signInAt(host: Pick<HostProcess, "origin">, { email, pin } = firstAdmin): Promise<Session> {
  const response = await fetch(`${host.origin}/adminsignin/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, passwordPin: pin }),
  });
  const { admin, accessToken } = v.parse(openedSession, await response.json());
  return { token: accessToken, user: JSON.stringify(admin) };
}

/** All of the host's transactions through the API, newest first. */
export async function allTransactions(host: HostProcess, { token }: Session, filter = ""): Promise<readonly Transaction[]> {
  const rows: Transaction[] = [];
  for (let page = 1; ; page += 1) {
    const call = filter ? `filter?${filter}&` : "recent-transactions?";
    const response = await fetch(`${host.origin}/analytics/${call}page=${page}&limit=200`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const answer = v.parse(transactionsAnswer, await response.json());
    rows.push(...answer.rows);
    if (!answer.hasNextPage) return rows;
  }
}

/** The id of the newest transaction, through the API. */
export async function someTransaction({ origin }: Pick<HostProcess, "origin">, { token }: Session): Promise<string> {
  const response = await fetch(`${origin}/analytics/recent-transactions?page=1&limit=1`, { headers: { authorization: `Bearer ${token}` } });
  const [first] = v.parse(transactionsAnswer, await response.json()).rows;
  if (!first) throw new Error("the host has no transactions");
  return first.id;
}

/** The first user on the host's list, through the API. */
export async function firstUser({ origin }: Pick<HostProcess, "origin">, { token }: Session): Promise<{ email: string; username: string }> {
  const response = await fetch(`${origin}/usermanagement/users?limit=1`, { headers: { authorization: `Bearer ${token}` } });
  const [user] = v.parse(usersAnswer, await response.json()).users;
  if (!user?.email || !user.username) throw new Error("the host has no user");
  return { email: user.email, username: user.username };
}

/** The email of a user with wallets, from the first page of users, through the API. */
export async function someUser({ origin }: Pick<HostProcess, "origin">, { token }: Session): Promise<string> {
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const { users } = v.parse(usersAnswer, await ask("/usermanagement/users?sort=-createdAt&limit=10"));
  for (const { email = "" } of users) {
    const { wallets } = v.parse(walletsAnswer, await ask(`/admin/users/wallets?email=${encodeURIComponent(email)}`));
    if ("BTC_BTC" in wallets) return email;
  }
  throw new Error("no user on the first page has wallets");
}
