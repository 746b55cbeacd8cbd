import "fake-indexeddb/auto";
import { assert, asyncProperty, constantFrom, option, record } from "fast-check";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transactionTypes } from "../../src/contract/transaction-kinds.ts";
import { type Transaction, type TransactionFilter, transactionsAnswer, verificationStatuses } from "../../src/contract/transactions.ts";
import { Database } from "../../src/db/store/database.ts";
import { SearchIndex } from "../../src/db/search/search-index.ts";
import { hostDays, momentsOf } from "../../src/contract/zones.ts";
import { putLooseRows } from "../../src/db/transactions/transactions.ts";
import { putUsers } from "../../src/db/people/users.ts";
import { everyTransaction, everyUser } from "./support/reference.ts";
import { openTestHost, type TestHost } from "./support/test-host.ts";

let box: TestHost;
let token: string;
let all: Transaction[];
const db = new Database("cached-filter");
const index = new SearchIndex(db);

beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("super_admin");
  all = await everyTransaction(box, token);
  await putLooseRows(db, all, 1);
  await putUsers(db, await everyUser(box, token), 1);
});
afterAll(async () => {
  await db.delete();
  await box.close();
});

/** Every id that the host finds, over all pages. */
async function found(filter: TransactionFilter): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ ...filter, page: String(page), limit: "200" } as Record<string, string>);
    const { status, body } = await box.call(`GET /analytics/filter?${query}`, { token });
    expect(status).toBe(200);
    const { rows, hasNextPage } = v.parse(transactionsAnswer, body);
    ids.push(...rows.map((row) => row.id));
    if (!hasNextPage) return ids;
  }
}

const pieceOf = (text: string | undefined, from: number, length: number): string => (text ?? "").slice(from, from + length);

test("[DASH-10] the cache finds what the host finds, in the same order, by every field and by any part of a word", async () => {
  const some = (pick: (row: Transaction) => string) =>
    option(
      constantFrom(
        ...new Set(
          all
            .slice(0, 400)
            .map(pick)
            .filter((word) => word !== ""),
        ),
      ),
      { nil: undefined },
    );
  const filters = record({
    searchTerm: some((row) => pieceOf([row.username, row.reference, row.id, row.recipientUsername, row.bankName][row.id.length % 5], 2, 5)),
    dateFrom: option(constantFrom("2026-05-25", "2026-08-01", "2026-11-01"), { nil: undefined }),
    dateTo: option(constantFrom("2026-08-01", "2026-11-19", "2026-11-20"), { nil: undefined }),
    transactionType: option(constantFrom(...transactionTypes), { nil: undefined }),
    transactionStatus: option(constantFrom("SUCCESSFUL", "PENDING", "FAILED"), { nil: undefined }),
    userVerificationStatus: option(constantFrom(...verificationStatuses), { nil: undefined }),
    currency: some((row) => row.currency ?? ""),
    minAmount: some((row) => (row.amount ?? "").replace("-", "")),
    maxAmount: some((row) => (row.amount ?? "").replace("-", "")),
  });
  await assert(
    asyncProperty(filters, async (drawn) => {
      // At most three fields, or nothing would ever match.
      const filter = Object.fromEntries(
        Object.entries(drawn)
          .filter(([, value]) => value !== undefined)
          .slice(0, 3),
      ) as TransactionFilter;
      const { keys } = await index.find(filter);
      expect(keys.map((key) => key.id)).toEqual(await found(filter));
    }),
    { numRuns: 150, seed: 42 },
  );
});

test.each(["America/New_York", "America/Los_Angeles", "Africa/Lagos"])(
  "[DASH-7, SET-1] in %s the cache finds what the host finds for the UTC days around, less what lies outside the zone's",
  async (zone) => {
    const at = new Map(all.map((row) => [row.id, Date.parse(row.createdAt)]));
    let left = 0;
    for (const filter of [
      { dateFrom: "2026-11-18", dateTo: "2026-11-19" },
      // Contains a clock change.
      { dateFrom: "2026-10-25", dateTo: "2026-11-01", transactionType: "DEPOSIT" },
      { dateTo: "2026-08-01" },
    ] satisfies TransactionFilter[]) {
      const { from, before } = momentsOf(filter, zone);
      const sent = await found(hostDays(filter, zone));
      const inside = sent.filter((id) => (at.get(id) ?? 0) >= from && (at.get(id) ?? 0) < before);
      left += sent.length - inside.length;
      expect((await index.find(filter, zone)).keys.map((key) => key.id)).toEqual(inside);
      expect(inside.length).toBeGreaterThan(0);
    }
    expect(left).toBeGreaterThan(0);
  },
);
