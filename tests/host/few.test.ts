import { afterAll, beforeAll, expect, test } from "vitest";
import type { Connection } from "../../host/db/connection.ts";
import { insertAsJson } from "../../host/db/load.ts";
import { migrate } from "../../host/db/migrate.ts";
import { fewRows } from "../../host/queries/few.ts";
import { pageOf } from "../../host/queries/transactions.ts";
import { findUsers } from "../../host/queries/users.ts";
import { insertTransactions, userColumns } from "../../host/seed/demo-data.ts";
import { Random } from "../../host/seed/random.ts";
import { seedUser } from "../../host/seed/users.ts";
import { openEmpty, testNow } from "./support/test-host.ts";

let connection: Connection;
const random = new Random(41);
/** As many as can be looked through one by one, in pairs of the same moment, and more under another reference. */
const made = [
  ...Array.from({ length: fewRows }, (_, at) => ({ reference: `CF-4711AA-${at}`, username: at % 9 === 0 ? "ada.obi" : "bayo" })),
  ...Array.from({ length: fewRows + 40 }, (_, at) => ({ reference: `CF-0815BB-${at}`, username: at % 7 === 0 ? "ada.obi" : "bayo" })),
].map((row, at) => ({
  ...row,
  id: `t${String(at).padStart(5, "0")}`,
  created_at: new Date(testNow.getTime() - Math.floor(at / 2) * 60_000).toISOString(),
}));
const people = Array.from({ length: fewRows + 100 }, (_, at) => ({
  ...seedUser(random, at, testNow),
  username: at % 50 === 0 ? `rare.2024-77${at}` : `often.2025-88${at}`,
}));

beforeAll(async () => {
  connection = await openEmpty();
  await migrate(connection);
  await insertAsJson(connection.db)("users", userColumns, people);
  await insertTransactions(
    connection.db,
    made.map((row) => ({
      ...row,
      user_id: "u",
      type: "SWAP",
      status: "COMPLETED",
      currency: "USDT",
      amount: "1",
      updated_at: row.created_at,
    })),
  );
});
afterAll(() => connection.close());

test.each(["CF-4711AA-", "cf-4711aa-99", "CF-4711AA-1000", "CF-0815BB-", "CF-0815BB-77", "CF-0815%B-77", "nowhere 4711"])(
  "[HOST-6] a search of transactions for %s finds the same on every page, whether few or many rows hold its rarest part",
  async (searchTerm) => {
    const all = made
      .filter(({ reference }) => reference.toLowerCase().includes(searchTerm.toLowerCase()))
      .toSorted((a, b) => (a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1));
    for (const page of [1, 2, 6, 21]) {
      const found = await pageOf(connection.db, { searchTerm }, page, 50);
      expect(found.rows.map(({ id }) => id)).toEqual(all.slice((page - 1) * 50, page * 50).map(({ id }) => id));
      expect(found.hasNextPage).toBe(all.length > page * 50);
    }
  },
);

test("[HOST-6] the other filters count among the few rows, too", async () => {
  const filter = { searchTerm: "CF-4711AA-", transactionType: "swap", dateTo: testNow.toISOString().slice(0, 10), currency: "usdt" };
  expect((await pageOf(connection.db, filter, 20, 50)).rows).toHaveLength(50);
  expect((await pageOf(connection.db, { ...filter, transactionType: "DEPOSIT" }, 1, 50)).rows).toEqual([]);
  expect((await pageOf(connection.db, { ...filter, userVerificationStatus: "emailVerified" }, 1, 50)).rows).toEqual([]);
});

test.each(["rare.2024-77", "rare.2024-770", "often.2025-88", "often.2025-8877", "nobody.2026-99"])(
  "[HOST-6] a search of users for %s finds the same, and the exact total, whether few or many have its rarest part",
  async (q) => {
    const all = people
      .filter(({ username }) => username.includes(q))
      .map(({ id }) => id)
      .toSorted();
    for (const skip of [0, 20, 990, 5000]) {
      const found = await findUsers(connection.db, { q, sort: "kycLevel", skip, limit: 20 }, "NG");
      expect(found.total).toBe(all.length);
      expect(found.rows).toHaveLength(Math.max(0, Math.min(20, all.length - skip)));
      expect(found.rows.every(({ username }) => username.includes(q))).toBe(true);
    }
    const whole = await findUsers(connection.db, { q, limit: 2000 }, "NG");
    expect(whole.rows.map(({ id }) => id).toSorted()).toEqual(all);
  },
);
