import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { searchOf, viewOf } from "../../src/app/screens/audit/audit-params.ts";
import { compare } from "../../src/app/screens/audit/compare.ts";
import type { AuditEntry } from "../../src/contract/audit.ts";
import {
  auditPageSize,
  findKeptEntries,
  putAuditCounters,
  putAuditPage,
  readAuditCounters,
  readAuditSlice,
} from "../../src/db/audit/audit.ts";
import { clearTables } from "../../src/db/store/open.ts";
import { Database } from "../../src/db/store/database.ts";

const entryOf = (seq: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  seq,
  at: new Date(Date.UTC(2026, 10, 1, 0, seq)).toISOString(),
  actor: "ada@example.com",
  action: "fund",
  target: `user${seq}@example.com`,
  outcome: "done",
  previous: "",
  hash: "",
  asked: null,
  before: null,
  after: null,
  ...more,
});

/** A page of a log with the entries 1 to `upTo`. */
const pageOf = (upTo: number, page: number): AuditEntry[] =>
  Array.from({ length: Math.min(auditPageSize, upTo - (page - 1) * auditPageSize) }, (_, at) =>
    entryOf(upTo - (page - 1) * auditPageSize - at),
  );

let db: Database;
let serial = 0;
beforeEach(async () => {
  serial += 1;
  db = new Database(`audit-${serial}`);
  await db.open();
});
afterEach(() => db.delete());

const seqs = async (from: number, to: number) => (await readAuditSlice(db, {}, from, to))?.rows.map((row) => row?.seq);

describe("the kept log", () => {
  test("[AUD-1] pages stand at their places, and what isn't here leaves its place empty", async () => {
    await putAuditPage(db, {}, 1, undefined, { entries: pageOf(130, 1), total: 130, asOf: 1 });
    await putAuditPage(db, {}, 3, 130, { entries: pageOf(130, 3), total: 130, asOf: 2 });
    const rows = (await seqs(1, 3)) ?? [];
    expect(rows).toHaveLength(130);
    expect([rows[0], rows[49], rows[50], rows[99], rows[100], rows[129]]).toEqual([130, 81, undefined, undefined, 30, 1]);
    expect((await seqs(3, 9))?.length).toBe(30);
  });

  test("[AUD-1] a full cache makes room for older entries, too: at the end that is farther from them", async () => {
    await db.audit.bulkPut(Array.from({ length: 5000 }, (_, at) => entryOf(10_000 + at)));
    const old = { action: "changeAdmin" } as const;
    const entries = [entryOf(70), entryOf(60), entryOf(50)];
    await putAuditPage(db, old, 1, undefined, { entries, total: 3, asOf: 1 });
    expect((await readAuditSlice(db, old, 1, 1))?.rows.map((row) => row?.seq)).toEqual([70, 60, 50]);
    expect(await db.audit.count()).toBe(5000);
    await putAuditPage(db, {}, 1, undefined, { entries: [entryOf(15_000)], total: 15_000, asOf: 2 });
    expect([await db.audit.get(15_000), await db.audit.get(50)].map((row) => row?.seq)).toEqual([15_000, undefined]);
  });

  test("[AUD-1] entries that came end the further pages, and a late page of the older view is no part of the newer", async () => {
    await putAuditPage(db, {}, 1, undefined, { entries: pageOf(130, 1), total: 130, asOf: 1 });
    await putAuditPage(db, {}, 2, 130, { entries: pageOf(130, 2), total: 130, asOf: 2 });
    await putAuditPage(db, {}, 1, undefined, { entries: pageOf(131, 1), total: 131, asOf: 3 });
    await putAuditPage(db, {}, 2, 130, { entries: pageOf(130, 2), total: 130, asOf: 4 });
    expect((await seqs(2, 2))?.every((seq) => seq === undefined)).toBe(true);
    expect((await seqs(1, 1))?.[0]).toBe(131);
    await putAuditPage(db, {}, 1, undefined, { entries: pageOf(130, 1), total: 130, asOf: 2 });
    expect((await seqs(1, 1))?.[0]).toBe(131);
  });

  test("[AUD-1] with nothing new the further pages stay", async () => {
    await putAuditPage(db, {}, 1, undefined, { entries: pageOf(130, 1), total: 130, asOf: 1 });
    await putAuditPage(db, {}, 2, 130, { entries: pageOf(130, 2), total: 130, asOf: 2 });
    await putAuditPage(db, {}, 1, undefined, { entries: pageOf(130, 1), total: 130, asOf: 3 });
    expect((await seqs(2, 2))?.[0]).toBe(80);
  });

  test("[AUD-1] of a host that says no total the log goes on page by page, and stays as far with a new first page", async () => {
    const length = async () => {
      const slice = await readAuditSlice(db, {}, 1, 9);
      return [slice?.total, slice?.by];
    };
    await putAuditPage(db, {}, 1, undefined, { entries: pageOf(130, 1), total: 51, by: "more", asOf: 1 });
    expect(await length()).toEqual([51, "more"]);
    await putAuditPage(db, {}, 2, 130, { entries: pageOf(130, 2), total: 101, by: "more", asOf: 2 });
    await putAuditPage(db, {}, 1, undefined, { entries: pageOf(130, 1), total: 51, by: "more", asOf: 3 });
    expect(await length()).toEqual([101, "more"]);
    await putAuditPage(db, {}, 3, 130, { entries: pageOf(130, 3), total: 130, by: "end", asOf: 4 });
    expect(await length()).toEqual([130, "end"]);
    await putAuditPage(db, {}, 1, undefined, { entries: pageOf(131, 1), total: 51, by: "more", asOf: 5 });
    expect(await length()).toEqual([51, "more"]);
  });

  test("[AUD-1] out of reach, filters find among what is kept: words, person, action, outcome, alerts, days", async () => {
    const entries = [
      entryOf(3, { alert: "largeFunding", message: "Funded 100%" }),
      entryOf(2, { outcome: "refused", actor: "Bea@example.com", action: "signIn" }),
      entryOf(1, { at: "2026-10-31T23:59:59.999Z" }),
    ];
    await putAuditPage(db, {}, 1, undefined, { entries, total: 3, asOf: 7 });
    const find = async (filter: Parameters<typeof findKeptEntries>[1]) => (await findKeptEntries(db, filter)).rows.map((row) => row.seq);
    expect(await find({})).toEqual([3, 2, 1]);
    expect(await find({ q: "BEA@" })).toEqual([2]);
    expect(await find({ q: "100%" })).toEqual([3]);
    expect(await find({ actor: "bea" })).toEqual([2]);
    expect(await find({ action: "signIn" })).toEqual([2]);
    expect(await find({ outcome: "done", dateFrom: "2026-11-01" })).toEqual([3]);
    expect(await find({ dateTo: "2026-10-31" })).toEqual([1]);
    // 14 hours ahead of UTC it was already November.
    expect(await find({ dateFrom: "2026-11-01", timeZone: "Pacific/Kiritimati" })).toEqual([3, 2, 1]);
    expect(await find({ alerts: true })).toEqual([3]);
    expect((await findKeptEntries(db, {})).asOf).toBe(7);
  });

  test("[AUD-1, AUTH-14] goes with the cache", async () => {
    await putAuditPage(db, {}, 1, undefined, { entries: pageOf(10, 1), total: 10, asOf: 1 });
    await clearTables(db);
    expect(await db.audit.count()).toBe(0);
    expect(await readAuditSlice(db, {}, 1, 1)).toBeUndefined();
  });
});

test("[AUD-1] late counters don't take the place of newer ones, and the oldest of many periods go", async () => {
  const countersAt = (asOf: number) => ({ figures: { events: asOf, alerts: 0, activeUsers: 0 }, asOf });
  await putAuditCounters(db, "day", countersAt(5000));
  await putAuditCounters(db, "day", countersAt(3000));
  expect(await readAuditCounters(db, "day")).toEqual(countersAt(5000));
  for (let period = 0; period < 12; period += 1) await putAuditCounters(db, `period ${period}`, countersAt(6000));
  expect(await readAuditCounters(db, "day")).toBeUndefined();
  expect(await readAuditCounters(db, "period 0")).toEqual(countersAt(6000));
});

describe("the address", () => {
  test("[AUD-1] names tab, period, filters and entry, and leaves out what makes no sense", () => {
    const search = "tab=device&period=month&q=ada&outcome=unknown&dateFrom=2026-11-01&entry=abc";
    expect(searchOf(viewOf(search))).toBe(search);
    const odd = viewOf("period=never&action=nothing&outcome=unknown&alerts=maybe&dateTo=2026-02-30&q=%20");
    expect(searchOf(odd)).toBe("");
    expect(odd.filter).toEqual({});
    expect(viewOf("alerts=true&action=fund&outcome=done").filter).toEqual({ alerts: true, action: "fund", outcome: "done" });
  });
});

describe("the comparison", () => {
  test("[AUD-1] sets before beside after, what changed first", () => {
    expect(compare({ a: "1", b: true }, { a: "1", b: false, c: { d: 1 } })).toEqual([
      { field: "b", before: "true", after: "false", isChanged: true },
      { field: "c", before: undefined, after: '{\n "d": 1\n}', isChanged: true },
      { field: "a", before: "1", after: "1", isChanged: false },
    ]);
    expect(compare(null, null)).toEqual([]);
  });
});
