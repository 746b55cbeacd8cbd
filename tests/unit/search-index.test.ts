import * as fc from "fast-check";
import * as v from "valibot";
import { expect, test, vi } from "vitest";
import { transaction, type verificationStatuses } from "../../src/contract/transactions.ts";
import { user as userSchema } from "../../src/contract/users.ts";
import { putUsers } from "../../src/db/people/users.ts";
import { columnsOf, keysOf } from "../../src/db/search/key-columns.ts";
import { SearchIndex } from "../../src/db/search/search-index.ts";
import type { ToSearch } from "../../src/db/search/search-messages.ts";
import { openSearch } from "../../src/db/search/search.ts";
import { Database } from "../../src/db/store/database.ts";
import { compareKeys, placeIn } from "../../src/db/store/order.ts";
import { putLooseRows, toRow } from "../../src/db/transactions/transactions.ts";

type VerificationStatus = (typeof verificationStatuses)[number];

const start = Date.parse("2026-11-20T12:00:00Z");
const key = fc.record({ at: fc.integer({ min: 0, max: 5 }), id: fc.string({ unit: "grapheme", maxLength: 3 }) });
const sorted = fc.uniqueArray(key, { selector: ({ id }) => id }).map((keys) => keys.sort(compareKeys));

test("[DASH-10] matches come back from the worker's columns as they went in, all or some of them", () => {
  fc.assert(
    fc.property(sorted, fc.nat(40), fc.nat(40), key, (keys, from, end, other) => {
      const read = keysOf(structuredClone(columnsOf(keys)));
      expect(read.slice(0, read.length)).toEqual(keys);
      expect(read.slice(from, end)).toEqual(keys.slice(from, end));
      expect([read.at(-1), read.at(keys.length)]).toEqual([undefined, undefined]);
      expect(placeIn(read, other)).toBe(keys.filter((one) => compareKeys(one, other) < 0).length);
    }),
    { seed: 10, numRuns: 200 },
  );
});

test("[DASH-10, SYNC-6] what another tab wrote before counts for nothing where this tab hears of it later", async () => {
  const index = new SearchIndex(new Database(`index ${Math.random()}`));
  await index.build();
  const row = (status: string, seenAt: number) => toRow(v.parse(transaction, { id: "t1", status, createdAt: start }), seenAt);
  index.change({ put: [row("COMPLETED", start + 2)], removed: [] });
  index.change({ put: [row("PENDING", start + 1)], removed: [] });
  expect((await index.find({ transactionStatus: "PENDING" })).count).toBe(0);
  expect((await index.find({ transactionStatus: "COMPLETED" })).count).toBe(1);
});

const write = fc.record({
  put: fc.array(fc.record({ n: fc.nat(30), minute: fc.nat(4), status: fc.constantFrom("PENDING", "FAILED") }), { maxLength: 4 }),
  removed: fc.array(fc.nat(30), { maxLength: 3 }),
});

test("[DASH-10] whatever is written between two searches, the second finds what is there, newest first", async () => {
  const db = new Database(`index ${Math.random()}`);
  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 12 }), async (writes) => {
      const index = new SearchIndex(db);
      await index.build();
      const rows = new Map<string, ReturnType<typeof toRow>>();
      for (const { put, removed } of writes) {
        const changed = put.map(({ n, minute, status }) =>
          toRow(v.parse(transaction, { id: `t${n}`, status, createdAt: new Date(start + minute * 60_000).toISOString() }), start),
        );
        for (const row of changed) rows.set(row.id, row);
        for (const n of removed) rows.delete(`t${n}`);
        index.change({ put: changed, removed: removed.map((n) => `t${n}`) });
        const { keys } = await index.find({ transactionStatus: "PENDING" });
        const there = [...rows.values()].filter(({ status }) => status === "PENDING").sort(compareKeys);
        expect(keys.map(({ at, id }) => ({ at, id }))).toEqual(there.map(({ at, id }) => ({ at, id })));
      }
    }),
    { seed: 10, numRuns: 100 },
  );
  db.close();
});

test("[SYNC-1, DASH-10] after a reading that broke off, what has left the cache since isn't found", async () => {
  const db = new Database(`index ${Math.random()}`);
  const [one, two] = ["t1", "t2"].map((id) => v.parse(transaction, { id, createdAt: new Date(start).toISOString() }));
  await putLooseRows(db, one && two ? [one, two] : [], start);
  const index = new SearchIndex(db);
  const where = db.sheets.where.bind(db.sheets);
  // Fails behind the first rows.
  const failing = vi
    .spyOn(db.sheets, "where")
    .mockImplementationOnce(where)
    .mockImplementationOnce(where)
    .mockImplementationOnce(() => {
      throw new DOMException("Connection to Indexed Database server lost", "UnknownError");
    });
  await expect(index.build()).rejects.toThrow("server lost");
  failing.mockRestore();
  await db.sheets.clear();
  await putLooseRows(db, one ? [one] : [], start);
  index.change({ put: [], removed: ["t2"] });
  expect((await index.find({})).keys.map(({ id }) => id)).toEqual(["t1"]);
  db.close();
});

test("[DASH-10] the same search asked twice at once is worked out once, and anew after a write", async () => {
  const asked: ToSearch[] = [];
  const worker = Object.assign(new EventTarget(), { postMessage: (message: ToSearch) => asked.push(message), terminate() {} });
  const db = new Database(`asked ${Math.random()}`);
  const search = openSearch(db, () => worker as unknown as Worker);
  const answer = (id: number, ids: string[]): void => {
    const data = { id, answer: { keys: columnsOf(ids.map((one) => ({ at: start, id: one }))), count: ids.length } };
    worker.dispatchEvent(new MessageEvent("message", { data }));
  };
  const find = async () => (await search.find({ transactionType: "SWAP" }, "UTC")).keys;
  const ids = async (found: ReturnType<typeof find>) => (await found).slice(0, 9).map(({ id }) => id);

  const other = search.find({ transactionType: "SWAP" }, "Africa/Lagos");
  const [first, second] = [find(), find()];
  search.change({ put: [], removed: ["b"] });
  const third = find();
  expect(asked.map((message) => ("id" in message ? message.id : message.is))).toEqual(["open", 1, 2, "change", 3]);
  answer(1, []);
  answer(2, ["a", "b"]);
  answer(3, ["a"]);
  expect([await ids(first), await ids(second), await ids(third)]).toEqual([["a", "b"], ["a", "b"], ["a"]]);
  expect((await other).keys.length).toBe(0);
  void find();
  expect(asked.at(-1)).toMatchObject({ is: "find", id: 4 });
});

test("[DASH-10] a user's flags count for the rows of the user's id, and unknown ones for nothing", async () => {
  const db = new Database(`index ${Math.random()}`);
  const row = (id: string, userId: string | undefined) => v.parse(transaction, { id, userId, username: "ada", createdAt: start });
  await putLooseRows(db, [row("own", "u1"), row("uncached", "u9"), row("named", undefined), row("partly", "u2")], start);
  const user = (id: string, fields: object) => v.parse(userSchema, { id, ...fields });
  await putUsers(
    db,
    [
      user("u1", { username: "ada", emailVerified: true, bvnVerified: false, chatbotVerified: false }),
      user("u2", { emailVerified: false, bvnVerified: false }),
    ],
    start,
  );
  const index = new SearchIndex(db);
  const found = async (userVerificationStatus: VerificationStatus) => ({
    ids: (await index.find({ userVerificationStatus })).keys.map(({ id }) => id).sort(),
    undecided: (await index.undecided({ filter: { userVerificationStatus }, timeZone: "UTC" })).rows,
  });
  expect(await found("emailVerified")).toEqual({ ids: ["named", "own"], undecided: 1 });
  expect(await found("unverified")).toEqual({ ids: [], undecided: 2 });
  expect(await found("chatbotVerified")).toEqual({ ids: [], undecided: 2 });
  expect(await index.undecided({ filter: { currency: "BTC" }, timeZone: "UTC" })).toEqual({ rows: 0 });
});
