import Big from "big.js";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { clockOf, currenciesOf, fold, kinds, unitFor } from "../../src/app/screens/transactions/chart/fold.ts";
import { labelsOf } from "../../src/app/screens/transactions/chart/labels.ts";
import { tallyHours } from "../../src/db/transactions/transaction-tally.ts";
import type { SearchableRow } from "../../src/db/transactions/transaction-predicate.ts";

const hourMs = 3_600_000;
const row = (fields: Partial<SearchableRow>): SearchableRow => ({
  id: "t",
  at: 0,
  text: "",
  type: "DEPOSIT",
  status: "PENDING",
  currency: "BTC",
  amount: "1",
  magnitude: 1,
  userId: undefined,
  username: "ada",
  bank: "",
  reference: undefined,
  seenAt: 0,
  account: undefined,
  parties: [],
  ...fields,
});
const rowsOf = fc.array(
  fc.record({
    at: fc.integer({ min: Date.UTC(2026, 1, 1), max: Date.UTC(2026, 3, 20) }),
    status: fc.constantFrom("SUCCESSFUL", "COMPLETED", "PENDING", "PROCESSING", "REJECTED", "ODD", ""),
    currency: fc.constantFrom("BTC", "NGNB", ""),
    amount: fc.option(
      fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((units) => new Big(units).div(10 ** 8).toFixed()),
      { nil: undefined },
    ),
  }),
  { minLength: 1, maxLength: 60 },
);

test("[DASH-13] every row is counted once, whatever the interval and the zone, and each currency's sum is exact", () => {
  fc.assert(
    fc.property(
      rowsOf,
      fc.constantFrom("hour", "day", "week", "month", "year", "decade"),
      fc.constantFrom("UTC", "America/New_York", "America/Los_Angeles"),
      (fields, unit, zone) => {
        const rows = fields.map(row);
        const hours = tallyHours(rows);
        for (const currency of currenciesOf(hours)) {
          const buckets = fold(hours, currency, unit, zone, []);
          expect(buckets.reduce((sum, { total }) => sum + total, 0)).toBe(rows.length);
          expect(buckets.every(({ counts, total }) => kinds.reduce((sum, kind) => sum + counts[kind], 0) === total)).toBe(true);
          const sum = rows
            .filter((one) => one.currency === currency && one.status !== "REJECTED")
            .reduce((all, { amount }) => all.plus(new Big(amount ?? 0).abs()), new Big(0));
          expect(buckets.reduce((all, { volume }) => all.plus(volume), new Big(0)).eq(sum)).toBe(true);
          expect(buckets.map(({ local }) => local)).toEqual([...new Set(buckets.map(({ local }) => local))].sort((a, b) => a - b));
        }
      },
    ),
    { numRuns: 200, seed: 13 },
  );
});

test("[DASH-13] what failed moved nothing: it is counted, and adds to the volume only where a status is filtered by", () => {
  const rows = [
    row({ status: "COMPLETED", amount: "2" }),
    row({ status: "FAILED", amount: "-5" }),
    row({ status: "REJECTED", amount: "7", currency: "ETH" }),
  ];
  const [hour] = tallyHours(rows);
  expect(hour).toMatchObject({ statuses: { COMPLETED: 1, FAILED: 1, REJECTED: 1 }, volumes: { BTC: { rows: 1, sum: "2" } } });
  expect(hour?.volumes["ETH"]).toBeUndefined();
  expect(tallyHours(rows.slice(1), "UTC", true)[0]?.volumes).toEqual({ BTC: { rows: 1, sum: "5" }, ETH: { rows: 1, sum: "7" } });
});

test("[DASH-13, SET-1] days are the zone's own, also when its clock changes", () => {
  // 04:30 UTC is before midnight in New York in winter, after it in summer.
  const at = [Date.UTC(2026, 2, 7, 4, 30), Date.UTC(2026, 2, 9, 4, 30)];
  const buckets = fold(tallyHours(at.map((time) => row({ at: time }))), "BTC", "day", "America/New_York", []);
  expect(buckets.map(({ local, total }) => [new Date(local).toISOString().slice(0, 10), total])).toEqual([
    ["2026-03-06", 1],
    ["2026-03-07", 0],
    ["2026-03-08", 0],
    ["2026-03-09", 1],
  ]);
  expect(clockOf("America/Los_Angeles")(Date.UTC(2026, 6, 1, 8))).toBe(Date.UTC(2026, 6, 1, 1));
});

test("[DASH-13] intervals of which the cache lacks rows are marked, and only those", () => {
  const start = Date.UTC(2026, 5, 1);
  const hours = tallyHours([0, 1, 2, 3, 4, 5].map((hour) => row({ at: start + hour * hourMs })));
  const marked = (from: number, to: number) => fold(hours, "BTC", "hour", "UTC", [{ from, to }]).map(({ mayLack }) => mayLack);
  expect(marked(start + 3.5 * hourMs, start + 2.5 * hourMs)).toEqual([false, false, true, true, false, false]);
  expect(marked(start, Number.NEGATIVE_INFINITY)).toEqual([false, false, false, false, false, false]);
  expect(marked(Number.POSITIVE_INFINITY, start + 5.5 * hourMs)).toEqual([false, false, false, false, false, true]);
});

test("[DASH-13] a row of the year 1, 9999 or 55840 makes a chart of some hundreds of intervals, each in its own year", () => {
  for (const [far, named] of [
    ["0001-01-01T00:00:00.000Z", "0"],
    ["9999-12-31T00:00:00.000Z", "9900"],
    ["+055840-01-01T00:00:00.000Z", "55800"],
  ] as const) {
    const times = [Date.parse(far), Date.UTC(2026, 10, 1)].sort((a, b) => a - b);
    const unit = unitFor((times[1] ?? 0) - (times[0] ?? 0));
    const buckets = fold(tallyHours(times.map((at) => row({ at }))), "BTC", unit, "UTC", []);
    expect(buckets.length).toBeLessThan(700);
    const filled = buckets.filter(({ total }) => total === 1).map(({ local }) => String(new Date(local).getUTCFullYear()));
    expect(filled).toContain(named);
    expect(filled).toHaveLength(2);
    expect(labelsOf("en", unit).full(buckets.at(-1))).toContain("–");
  }
  const [first] = fold(tallyHours([row({ at: Date.parse("0001-03-05T00:00:00.000Z") })]), "BTC", "month", "UTC", []);
  expect(new Date(first?.local ?? 0).toISOString()).toBe("0001-03-01T00:00:00.000Z");
});

test("[DASH-13] the interval follows the span", () => {
  const days = (count: number) => unitFor(count * 24 * hourMs);
  expect([days(0), days(3), days(4), days(120), days(121), days(900), days(901), days(4501), days(55_001), days(550_001)]).toEqual([
    "hour",
    "hour",
    "day",
    "day",
    "week",
    "week",
    "month",
    "year",
    "decade",
    "century",
  ]);
});
