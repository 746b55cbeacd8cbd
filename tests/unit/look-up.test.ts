import { expect, test } from "vitest";
import { lookUp } from "../../src/db/search/look-up.ts";
import type { SeenUser } from "../../src/db/people/people-index.ts";
import { searchable } from "../../src/db/transactions/transaction-predicate.ts";

const row = (id: string, reference: string, at = 1) =>
  searchable({
    id,
    reference,
    at,
    seenAt: 5,
    createdAt: new Date(at).toISOString(),
    type: "DEPOSIT",
    status: "PENDING",
    currency: "BTC",
    username: "ada",
  });
const user = (id: string, fields: Partial<SeenUser>): SeenUser => ({
  id,
  email: undefined,
  username: undefined,
  name: undefined,
  phonenumber: undefined,
  tokens: undefined,
  seenAt: 7,
  ...fields,
});
const rows = new Map([row("tx-1", "R-1"), row("tx-2", "R-1"), row("tx-3", "tx-1"), row("TX-1", "")].map((one) => [one.id, one]));
const users = [
  user("u-1", { email: "Ada@Example.com", phonenumber: "0801 234 5678" }),
  user("u-2", { email: "bola@example.com", phonenumber: "+234 801 234 5678" }),
  user("u-3", { email: "chi@example.com", phonenumber: "+1 801 234 5678" }),
];
const wallets = [{ email: "ada@example.com", token: "BTC_BTC", address: "bc1qAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ" }];
const found = async (text: string) =>
  (await lookUp(text, rows, { users, wallets }, "NG")).items.map((item) => [...item.transactions, ...item.users].map(({ id }) => id));

test("[FIND-4] an id counts in its own letters alone; what is an id and a reference is both", async () => {
  expect(await found("tx-1")).toEqual([["tx-1", "tx-3"]]);
  expect(await found("TX-1")).toEqual([["TX-1"]]);
  expect(await found("R-1")).toEqual([["tx-1", "tx-2"]]);
  expect(await found("u-2")).toEqual([["u-2"]]);
});

test("[FIND-4] emails and phone numbers are found in every spelling, numbers of other countries are others, and a wallet leads to whose it is", async () => {
  expect(await found("ada@EXAMPLE.com; nobody@example.com")).toEqual([["u-1"], []]);
  expect(await found("08012345678")).toEqual([["u-1", "u-2"]]);
  expect(await found("[+1] 801 234 5678")).toEqual([["u-3"]]);
  expect(await found("+ 44 (0) 801 234 5678")).toEqual([[]]);
  expect(await found("+44, 801 234 5678")).toEqual([[]]);
  expect(await found("1 801 234 5678")).toEqual([]);
  expect(await found("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq")).toEqual([["u-1"]]);
});

test("[FIND-4] of an address that several users' wallets have, every user is named once", async () => {
  const address = "0x52908400098527886E0F7030069857D2E4169EE7";
  const shared = ["ada@example.com", "ADA@example.com", "bola@example.com", "unseen@example.com"].map((email) => ({
    email,
    token: "ETH_ETH",
    address,
  }));
  const { items } = await lookUp(address, rows, { users, wallets: shared }, "NG");
  expect(items.map((item) => item.users.map(({ email }) => email))).toEqual([
    ["Ada@Example.com", "bola@example.com", "unseen@example.com"],
  ]);
});

test("[FIND-4] the answer says how much was searched", async () => {
  expect(await lookUp("", rows, { users, wallets }, "NG")).toEqual({ items: [], leftOut: 0, unread: [], of: 4, usersOf: 3 });
});
