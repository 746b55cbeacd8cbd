import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ledgerEntries, userRefreshTokens, users as usersTable, wallets as walletsTable } from "../../host/db/schema.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { issueWallet } from "../../host/wallets/wallets.ts";
import { auditLogs } from "../../src/contract/audit.ts";
import { heldBalances } from "../../src/contract/user-tools.ts";
import type { User } from "../../src/contract/users.ts";
import { balanceNames, userWallets } from "../../src/contract/wallets.ts";
import { ledgerProblems } from "./support/ledger.ts";
import { everyUser } from "./support/reference.ts";
import { type TestHost, openTestHost } from "./support/test-host.ts";

let box: TestHost;
let token: string;
let users: User[];
let at = -1;
let email = "";

beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("super_admin");
  users = await everyUser(box, token);
});
afterAll(() => box.close());
beforeEach(() => {
  at += 1;
  email = users[at]?.email ?? "";
});

const send = (line: string, body: object, as = token) => box.call(line, { token: as, body });
const remove = (more: object = {}, as = token) => send("DELETE /deleteuser/user", { email, ...more }, as);
const walletsOf = () => box.call(`GET /admin/users/wallets?email=${encodeURIComponent(email)}`, { token });
const row = async () => (await box.host.deps.db.select().from(usersTable).where(eq(usersTable.email, email)))[0];

/** Removes everything the user has, through the API. */
async function empty(): Promise<void> {
  const { balances } = v.parse(userWallets.answer, (await walletsOf()).body);
  for (const currency of ["BTC", "ETH", "SOL", "USDT", "USDC", "BNB", "MATIC", "TRX", "NGNB"]) {
    const names = balanceNames(currency);
    const amount = balances[names.available];
    if (amount !== undefined && Number(amount) > 0) await send("POST /funduser/deduct", { email, currency, amount });
    const pending = balances[names.pending];
    if (pending !== undefined && Number(pending) > 0) await send("POST /pending/wipe", { email, currency });
  }
}

test("[USER-7] a deleted user is gone with wallets and tokens; the ledger and the feed keep theirs, and the email is free", async () => {
  const { db } = box.host.deps;
  await send("POST /funduser/fund", { email, currency: "BTC", amount: 1 });
  const id = (await row())?.id ?? "";
  await issueWallet(db, id, "BTC", box.host.deps.clock());
  const before = (await db.select().from(ledgerEntries).where(eq(ledgerEntries.userId, id))).length;
  expect(await remove({ force: true })).toMatchObject({ status: 200, body: { success: true, message: `Deleted ${email}` } });
  expect((await box.call(`GET /usermanagement/users?q=${encodeURIComponent(email)}`, { token })).body).toMatchObject({
    data: { pagination: { total: 0 } },
  });
  expect((await walletsOf()).status).toBe(404);
  expect((await send("POST /funduser/fund", { email, currency: "BTC", amount: 1 })).status).toBe(404);
  expect((await remove()).status).toBe(404);
  const kept = await db.select().from(walletsTable).where(eq(walletsTable.userId, id));
  expect(kept.map(({ retiredAt, address }) => [retiredAt !== null, address !== null])).toEqual([[true, true]]);
  expect(await db.select().from(userRefreshTokens).where(eq(userRefreshTokens.userId, id))).toEqual([]);
  expect((await db.select().from(ledgerEntries).where(eq(ledgerEntries.userId, id))).length).toBe(before);
  expect((await box.call(`GET /analytics/filter?searchTerm=${users[at]?.username}&page=1`, { token })).body).toMatchObject({
    data: { transactions: expect.arrayContaining([expect.objectContaining({ username: users[at]?.username })]) },
  });
  expect(await ledgerProblems(db)).toEqual([]);
});

test("[USER-7] who holds money, or money that is pending, is not deleted: the refusal names it, and nothing is done", async () => {
  await empty();
  await send("POST /funduser/fund", { email, currency: "TRX", amount: "1.5" });
  const refused = await remove();
  expect(refused).toMatchObject({
    status: 409,
    body: { message: `${email} holds 1.5 TRX. Deduct or wipe it first, or delete all the same with force.` },
  });
  expect(v.parse(heldBalances, refused.body).data.balances).toEqual([{ kind: "available", currency: "TRX", balance: "1.5" }]);
  expect((await remove({ force: false })).status).toBe(409);
  expect((await row())?.deletedAt).toBeNull();
  expect((await walletsOf()).status).toBe(200);
});

test("[USER-7] who holds nothing is deleted by the email alone", async () => {
  await empty();
  expect((await remove()).status).toBe(200);
});

test("[AUTH-18] deleting all the same needs canFundUsers, too, and its entry keeps the balances", async () => {
  await empty();
  await send("POST /funduser/fund", { email, currency: "USDC", amount: 7 });
  const may = await box.tokenFor("admin", { ...permissionsOf.admin, canFundUsers: false });
  expect(await remove({ force: true }, may)).toMatchObject({ status: 403, body: { permission: "canFundUsers" } });
  expect((await remove({}, may)).status).toBe(409);
  expect((await remove({ force: true })).status).toBe(200);
  const { body } = await box.call("GET /audit/logs?page=1&limit=1&action=deleteUser", { token });
  expect(v.parse(auditLogs.answer, body).entries[0]).toMatchObject({
    outcome: "done",
    before: { deleted: false, balances: [{ kind: "available", currency: "USDC", balance: "7" }] },
    asked: { email, force: true },
  });
});

test("[HOST-4] force is true or false", async () => {
  expect(await remove({ force: "yes" })).toMatchObject({ status: 400, body: { field: "force" } });
});
