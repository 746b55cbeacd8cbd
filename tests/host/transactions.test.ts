import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transactions } from "../../host/db/schema.ts";
import { insertTransactions } from "../../host/seed/demo-data.ts";
import { dashboardAnalytics } from "../../src/contract/analytics.ts";
import { transactionStatuses, transactionTypes } from "../../src/contract/transaction-kinds.ts";
import { type Transaction, type TransactionFilter, transactionsAnswer } from "../../src/contract/transactions.ts";
import type { User } from "../../src/contract/users.ts";
import { everyTransaction, everyUser, lets } from "./support/reference.ts";
import { type TestHost, openTestHost } from "./support/test-host.ts";
import { testOnce } from "./support/test-once.ts";

let box: TestHost;
let token: string;
let all: Transaction[];
let users: ReadonlyMap<string, User>;

beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("super_admin");
  all = await everyTransaction(box, token);
  users = new Map((await everyUser(box, token)).map((user) => [user.id, user]));
});
afterAll(() => box.close());

const get = async (path: string) => {
  const { status, body } = await box.call(`GET ${path}`, { token });
  expect(status).toBe(200);
  return v.parse(transactionsAnswer, body);
};
const query = (filter: TransactionFilter, page = 1, limit = 200) =>
  new URLSearchParams({ ...filter, page: String(page), limit: String(limit) } as Record<string, string>).toString();
const idsOf = (rows: readonly Transaction[]) => rows.map(({ id }) => id);

describe("recent transactions", () => {
  testOnce("[HOST-2] the demonstration data has every type and status, in the order (createdAt, id), each id once", () => {
    expect(all).toHaveLength(1500);
    expect(new Set(idsOf(all)).size).toBe(1500);
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(transactionTypes));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(transactionStatuses));
    const keys = all.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(keys).toEqual([...keys].sort().reverse());
  });

  testOnce("[HOST-2] each type carries the fields that its detail shows", () => {
    const of = (type: string) => all.filter((row) => row.type === type);
    expect(of("SWAP").every((row) => row.fromCurrency && row.toCurrency && row.swapType && row.fromCurrency !== row.toCurrency)).toBe(true);
    expect(of("WITHDRAWAL").every((row) => row.bankName && row.accountNumberMasked && row.amount?.startsWith("-"))).toBe(true);
    expect(of("GIFTCARD").every((row) => row.cardType && row.country)).toBe(true);
    expect(of("INTERNAL_TRANSFER_SENT").every((row) => row.recipientUsername && row.amount?.startsWith("-"))).toBe(true);
    expect(of("INTERNAL_TRANSFER_RECEIVED").every((row) => row.senderUsername && !row.amount?.startsWith("-"))).toBe(true);
    expect(of("DEPOSIT").every((row) => row.bankName === undefined && row.reference && row.userId)).toBe(true);
  });

  test.each([
    ["first", 1, true],
    ["a deep", 15, true],
    ["last", 30, false],
  ])("[DASH-5] the %s page holds its rows and says whether another follows", async (_which, page, hasNextPage) => {
    const answer = await get(`/analytics/recent-transactions?page=${page}&limit=50`);
    expect(idsOf(answer.rows)).toEqual(idsOf(all.slice((page - 1) * 50, page * 50)));
    expect(answer.hasNextPage).toBe(hasNextPage);
  });

  test("[DASH-5] a page past the end is empty, a page that ends with the last row has no next one", async () => {
    expect(await get("/analytics/recent-transactions?page=1000000000&limit=200")).toMatchObject({ rows: [], hasNextPage: false });
    expect((await get("/analytics/recent-transactions?page=7&limit=200")).hasNextPage).toBe(true);
    expect((await get("/analytics/recent-transactions?page=8&limit=200")).rows).toHaveLength(100);
  });

  test("[SYNC-2] amounts arrive to the last digit, as numbers or as text", async () => {
    const row = { user_id: "u", username: "exact", type: "DEPOSIT", status: "CONFIRMED", currency: "ETH", reference: "r" };
    const at = new Date("2020-01-01T00:00:00Z").toISOString();
    const amounts = ["0.1", "123456789.123456789012345678", "-0.000000000000000001", "9007199254740993", "1500000"];
    await insertTransactions(
      box.host.deps.db,
      amounts.map((amount, i) => ({ ...row, id: `exact${i}`, amount, created_at: at, updated_at: at })),
    );
    const { rows } = await get("/analytics/filter?searchTerm=EXACT&page=1&limit=50");
    expect(rows.map(({ amount }) => amount).reverse()).toEqual(amounts);
    const { body } = await box.call("GET /analytics/filter?searchTerm=exact4&page=1&limit=50", { token });
    expect(body).toMatchObject({ data: { transactions: [{ amount: 1500000 }] } });
    await box.host.deps.db.delete(transactions).where(eq(transactions.username, "exact"));
  });
});

describe("filter", () => {
  const cases: [string, TransactionFilter][] = [
    ["searchTerm in a username, whatever its case", { searchTerm: "OLA" }],
    ["searchTerm in a reference", { searchTerm: "cf-4" }],
    ["searchTerm in a bank's name", { searchTerm: "zenith" }],
    ["searchTerm with a wildcard's character", { searchTerm: "%" }],
    ["searchTerm with another one", { searchTerm: "_" }],
    ["dateFrom", { dateFrom: "2026-10-01" }],
    ["dateTo", { dateTo: "2026-07-15" }],
    ["one day", { dateFrom: "2026-08-08", dateTo: "2026-08-08" }],
    ["transactionType", { transactionType: "OBIEX_SWAP" }],
    ["transactionStatus", { transactionStatus: "PENDING" }],
    ["transactionStatus in lower case", { transactionStatus: "completed" }],
    ["emailVerified", { userVerificationStatus: "emailVerified" }],
    ["bvnVerified", { userVerificationStatus: "bvnVerified" }],
    ["chatbotVerified", { userVerificationStatus: "chatbotVerified" }],
    ["unverified", { userVerificationStatus: "unverified" }],
    ["currency", { currency: "NGNB" }],
    ["minAmount, without the sign", { minAmount: "1000" }],
    ["maxAmount, without the sign", { maxAmount: "0.5" }],
    [
      "all of them",
      { dateFrom: "2026-06-01", transactionType: "SWAP", transactionStatus: "COMPLETED", currency: "NGNB", minAmount: "100" },
    ],
    ["an exact amount", { minAmount: "0.001", maxAmount: "0.01" }],
  ];

  test.each(cases)("[DASH-7] %s lets through what its reading says", async (_name, filter) => {
    const expected = idsOf(all.filter((row) => lets(filter, row, users)));
    const found: string[] = [];
    for (let page = 1; ; page += 1) {
      const { rows, hasNextPage } = await get(`/analytics/filter?${query(filter, page)}`);
      found.push(...idsOf(rows));
      if (!hasNextPage) break;
    }
    expect(found).toEqual(expected);
  });

  testOnce("[DASH-7] the cases above are no empty ones", () => {
    const hits = cases.map(([name, filter]) => ({ name, rows: all.filter((row) => lets(filter, row, users)).length }));
    const without = hits.filter(({ rows }) => rows === 0 || rows === all.length).map(({ name }) => name);
    expect(without).toEqual(["searchTerm with a wildcard's character", "searchTerm with another one"]);
  });

  test("[DASH-5] paging a filter gives the first, a deep and the last page", async () => {
    const filter = { currency: "NGNB" };
    const expected = idsOf(all.filter((row) => lets(filter, row, users)));
    const last = Math.ceil(expected.length / 10);
    for (const page of [1, Math.floor(last / 2), last]) {
      const { rows, hasNextPage } = await get(`/analytics/filter?${query(filter, page, 10)}`);
      expect(idsOf(rows)).toEqual(expected.slice((page - 1) * 10, page * 10));
      expect(hasNextPage).toBe(page < last);
    }
  });

  testOnce("[DASH-5] an empty field counts as left out", async () => {
    const { rows } = await get("/analytics/filter?searchTerm=&currency=NGNB&minAmount=&page=1&limit=5");
    expect(rows).toHaveLength(5);
  });

  testOnce.each([
    ["page=-1", "page", "page is below 1"],
    ["page=0", "page", "page is below 1"],
    ["page=1.5", "page", "page is not a whole number"],
    ["page=x", "page", "page is not a number"],
    ["limit=1000000000", "limit", "limit is above 200"],
    ["limit=0", "limit", "limit is below 1"],
    ["dateFrom=2026-02-30", "dateFrom", "dateFrom is not a date (YYYY-MM-DD)"],
    ["dateTo=9999-12-31", "dateTo", "dateTo is not a date (YYYY-MM-DD)"],
    ["dateFrom=0000-01-01", "dateFrom", "dateFrom is not a date (YYYY-MM-DD)"],
    ["dateTo=yesterday", "dateTo", "dateTo is not a date (YYYY-MM-DD)"],
    ["minAmount=much", "minAmount", "minAmount is not a number"],
    ["userVerificationStatus=maybe", "userVerificationStatus", "userVerificationStatus is not a verification status"],
    [`searchTerm=${"x".repeat(201)}`, "searchTerm", "searchTerm is too long"],
  ])("[HOST-4] %s gets a 400 that names the field", async (bad, field, message) => {
    const { status, body } = await box.call(`GET /analytics/filter?${bad}`, { token });
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, message, field });
  });
});

describe("dashboard figures", () => {
  test("[DASH-1] they agree with the rows, and count again after some seconds", async () => {
    const read = async () => v.parse(dashboardAnalytics.answer, (await box.call("GET /analytics/dashboard", { token })).body);
    const trades = all.filter(({ type }) => ["SWAP", "OBIEX_SWAP", "GIFTCARD"].includes(type ?? ""));
    const inState = (...statuses: string[]) => trades.filter(({ status }) => statuses.includes(status ?? "")).length;
    const before = await read();
    expect(before.users?.total).toBe(users.size);
    expect(before.chatbotTrades?.overview).toEqual({
      total: trades.length,
      completed: inState("SUCCESSFUL", "COMPLETED", "CONFIRMED"),
      pending: inState("PENDING", "PROCESSING"),
    });
    expect(Number(before.transactionVolume)).toBeGreaterThan(0);
    const at = "2026-11-20T12:00:00Z";
    const id = "ffffffffffffffffffffffff";
    await insertTransactions(box.host.deps.db, [
      {
        id,
        user_id: "u",
        username: "u",
        type: "SWAP",
        status: "PENDING",
        currency: "BTC",
        amount: "1",
        reference: "r",
        created_at: at,
        updated_at: at,
      },
    ]);
    box.wait(6000);
    expect((await read()).chatbotTrades?.overview?.pending).toBe(inState("PENDING", "PROCESSING") + 1);
    await box.host.deps.db.delete(transactions).where(eq(transactions.id, id));
  });
});
