import * as fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { transaction } from "../../src/contract/transactions.ts";
import { Database } from "../../src/db/store/database.ts";
import { rowById } from "../../src/db/transactions/row-by-id.ts";
import { SearchIndex } from "../../src/db/search/search-index.ts";
import { searchable } from "../../src/db/transactions/transaction-predicate.ts";
import { putLooseRows, toRow } from "../../src/db/transactions/transactions.ts";
import type { Turn } from "../../src/db/store/turns.ts";
import { enough, tookAtMost, usualTime } from "../../src/db/transactions/usual-time.ts";

const minute = 60_000;
const made = Date.parse("2026-11-20T12:00:00Z");
const kind = { type: "WITHDRAWAL", currency: "NGNB", bank: "Zenith Bank" };

const sent = (id: string, status: string, fields: Readonly<Record<string, unknown>> = {}) =>
  v.parse(transaction, {
    id,
    status,
    createdAt: new Date(made).toISOString(),
    type: kind.type,
    currency: kind.currency,
    bankName: kind.bank,
    ...fields,
  });

const ended = (turned: Turn | undefined, fields: object = {}) => ({ ...kind, at: made, status: "SUCCESSFUL", turned, ...fields });

describe("what the cache keeps of a change", () => {
  const cached = async (...seen: readonly [string, number][]) => {
    const db = new Database(`turns ${Math.random()}`);
    for (const [status, after] of seen) await putLooseRows(db, [sent("a", status, { turned: "by the host" })], made + after * minute);
    const row = await rowById(db, "a");
    db.close();
    return row;
  };

  test("[FIND-8] a status that changes is kept with the two observations between which it did, and stays so", async () => {
    const row = await cached(["PENDING", 20], ["PENDING", 30], ["COMPLETED", 31], ["COMPLETED", 90]);
    expect(row?.turned).toEqual({ was: "PENDING", after: made + 30 * minute, by: made + 31 * minute });
    expect(row?.seenAt).toBe(made + 90 * minute);
  });

  test("[FIND-8] one that never changed in sight says nothing, unless it ended soon after it was made", async () => {
    expect((await cached(["PENDING", 20], ["PENDING", 30]))?.turned).toBeUndefined();
    expect((await cached(["COMPLETED", 20]))?.turned).toBeUndefined();
    expect((await cached(["COMPLETED", 1], ["COMPLETED", 60]))?.turned).toEqual({ after: made, by: made + minute });
  });

  test("[FIND-8] what a host calls the same is no change that was seen, and stays to be looked at", async () => {
    const row = await cached(["PENDING", 20]);
    expect(row?.turned).toBeUndefined();
    expect(row?.theirs).toMatchObject({ turned: "by the host" });
  });
});

test.each([
  ["between two observations a minute apart", { was: "PENDING", after: made + 9 * minute, by: made + 10 * minute }, {}, 10 * minute],
  ["as closely as a fifth of its time", { was: "PROCESSING", after: made + 80 * minute, by: made + 100 * minute }, {}, 100 * minute],
  ["no closer than an hour", { was: "PENDING", after: made + 9 * minute, by: made + 69 * minute }, {}, undefined],
  ["first seen within two minutes", { after: made, by: made + minute }, {}, minute],
  ["first seen later", { after: made, by: made + 5 * minute }, {}, undefined],
  ["not at all", undefined, {}, undefined],
  ["and goes on", { was: "PENDING", after: made, by: made + minute }, { status: "PROCESSING" }, undefined],
  ["after it had ended otherwise", { was: "FAILED", after: made, by: made + minute }, {}, undefined],
  ["before it was made", { after: made, by: made - minute }, {}, undefined],
])("[FIND-8] a case that was seen to end %s", (_, turned: Turn | undefined, fields, took) => {
  expect(tookAtMost(ended(turned, fields), 0)).toBe(took);
});

test("[FIND-8] the device's clock is corrected by the host's", () => {
  const turned = { was: "PENDING", after: made + 9 * minute, by: made + 10 * minute };
  expect(tookAtMost(ended(turned), 3 * minute)).toBe(13 * minute);
});

test("[FIND-8] below 30 cases no time is said, however alike they are", () => {
  const case_ = ended({ after: made, by: made + minute });
  expect(
    usualTime(
      Array.from({ length: enough - 1 }, () => case_),
      kind,
      0,
    ),
  ).toEqual({ is: "few", cases: 29 });
  const known = { is: "known", cases: 30, half: minute, most: minute };
  expect(
    usualTime(
      Array.from({ length: enough }, () => case_),
      kind,
      0,
    ),
  ).toEqual({ ...known, ofBank: true });
  const elsewhere = Array.from({ length: enough }, () => ({ ...case_, bank: "Polaris Bank" }));
  expect(usualTime([...elsewhere, case_], kind, 0)).toEqual({ ...known, cases: 31, ofBank: false });
  expect(
    usualTime(
      elsewhere.map((one) => ({ ...one, currency: "BTC" })),
      kind,
      0,
    ),
  ).toEqual({ is: "few", cases: 0 });
});

test("[FIND-8] half of the cases, and 95 % of them, took no longer than what is said, and fewer would not do", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 * minute }), { minLength: enough, maxLength: 400 }), (times) => {
      const said = usualTime(
        times.map((time) => ended({ after: made, by: made + time })),
        kind,
        0,
      );
      if (said.is !== "known") throw new Error("no time was said");
      for (const [part, most] of [
        [0.5, said.half],
        [0.95, said.most],
      ] as const) {
        expect(times.filter((time) => time <= most).length).toBeGreaterThanOrEqual(times.length * part);
        expect(times.filter((time) => time < most).length).toBeLessThan(times.length * part);
      }
    }),
    { seed: 8, numRuns: 200 },
  );
});

test("[FIND-8] the search knows them from the cache, and follows what is written", async () => {
  const db = new Database(`usual ${Math.random()}`);
  const index = new SearchIndex(db);
  const put = async (from: number, to: number) => {
    const rows = Array.from({ length: to - from }, (_, n) => sent(`w${from + n}`, "SUCCESSFUL"));
    index.change(await putLooseRows(db, rows, made + minute));
  };
  await put(0, 20);
  expect(await index.usual({ kind, clockAhead: 0 })).toEqual({ is: "few", cases: 20 });
  await put(20, 40);
  expect(await index.usual({ kind, clockAhead: 0 })).toEqual({ is: "known", cases: 40, half: minute, most: minute, ofBank: true });
  db.close();
  expect(searchable(toRow(sent("a", "PENDING"), made))).toMatchObject({ bank: "Zenith Bank", turned: undefined });
});
