import Big from "big.js";
import fc from "fast-check";
import * as v from "valibot";
import { expect, onTestFinished, test } from "vitest";
import { openClose } from "../../src/app/screens/audit/close/close-file.ts";
import { sha256Hex } from "../../src/contract/sha256.ts";
import { transaction } from "../../src/contract/transactions.ts";
import type { Coverage, Piece } from "../../src/db/store/coverage.ts";
import {
  closeBefore,
  closeText,
  compareCloses,
  type DailyClose,
  keepClose,
  parseClose,
  readCloses,
  sumMoves,
} from "../../src/db/money/daily-close.ts";
import { type Database, writeState } from "../../src/db/store/database.ts";
import { stretchOf, Totals, totalsOfDay } from "../../src/db/transactions/day-totals.ts";
import { reconcileDays } from "../../src/db/files/reconcile.ts";
import { openInMemory } from "../../src/db/store/open.ts";
import { putLooseRows, takeTerm } from "../../src/db/transactions/transactions.ts";
import { cacheStore } from "../../src/sync/feeds/cached-feed.ts";
import { fillDays, freshenDays } from "../../src/sync/transactions/fill-days.ts";
import { TransactionFeed, type View } from "../../src/sync/transactions/transaction-feed.ts";

const hourMs = 3_600_000;
const at = (text: string): number => Date.parse(text);

async function open(): Promise<Database> {
  const { db } = await openInMemory("close");
  onTestFinished(() => db.close());
  return db;
}

const piece = (from: string, to: string, asOf: number): Piece => ({ from: at(from), to: at(to), rows: 10, asOf });
/** One run that covers everything between two moments, with the head's and each piece's age. */
const whole = (pieces: readonly Piece[], headAsOf: number): Coverage => [
  {
    top: { at: pieces[0]?.from ?? 0, ids: ["top"] },
    bottom: { at: pieces.at(-1)?.to ?? 0, ids: ["bottom"] },
    headAsOf,
    endAsOf: headAsOf,
    pieces,
  },
];

test("[CLOSE-2] a day is its zone's: 23 and 25 hours in New York as the clocks change, 24 in Lagos", async () => {
  const hours = (day: string, timeZone: string): number => {
    const { from, to } = stretchOf({ day, timeZone });
    return (from + 1 - to) / hourMs;
  };
  expect(["2026-03-08", "2026-11-01", "2026-11-02"].map((day) => hours(day, "America/New_York"))).toEqual([23, 25, 24]);
  expect(hours("2026-03-08", "Africa/Lagos")).toBe(24);

  const db = await open();
  const moments = ["03:59:59.999", "04:00:00"]
    .map((time) => `2026-11-01T${time}Z`)
    .concat(["2026-11-02T04:59:59.999Z", "2026-11-02T05:00:00Z"]);
  const rows = moments.map((createdAt, n) =>
    v.parse(transaction, { id: `t${n}`, createdAt, type: "DEPOSIT", status: "COMPLETED", currency: "BTC", amount: "1" }),
  );
  await putLooseRows(db, rows, 0);
  const inNewYork = await totalsOfDay(db, { day: "2026-11-01", timeZone: "America/New_York" }, 0);
  expect(inNewYork.lines.map(({ count }) => count)).toEqual([2]);
  const inLagos = await totalsOfDay(db, { day: "2026-11-01", timeZone: "Africa/Lagos" }, 0);
  expect(inLagos.lines.map(({ count }) => count)).toEqual([2]);
  expect((await totalsOfDay(db, { day: "2026-11-02", timeZone: "UTC" }, 0)).lines.map(({ count }) => count)).toEqual([2]);
});

test("[CLOSE-2] totals are exact, one line for each type, status and currency, and every row is in one", () => {
  const row = fc.record({
    type: fc.constantFrom("DEPOSIT", "deposit", "SWAP", undefined),
    status: fc.constantFrom("COMPLETED", "FAILED"),
    currency: fc.constantFrom("BTC", "NGNB", undefined),
    amount: fc.constantFrom("0.1", "-0.2", "0.000000000000000001", "123456789012345678901234.5", null),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), fc.nat({ max: 40 }), (some, cut) => {
      const rows = some.map((fields, n) => v.parse(transaction, { id: `t${n}`, createdAt: "2026-11-01T00:00:00Z", ...fields }));
      const totals = new Totals();
      totals.add(rows.slice(0, cut));
      totals.add(rows.slice(cut));
      const lines = totals.lines();
      expect(new Set(lines.map(({ type, status, currency }) => `${type} ${status} ${currency}`)).size).toBe(lines.length);
      for (const line of lines) {
        const own = rows.filter(
          ({ type, status, currency }) =>
            (type ?? "").toUpperCase() === line.type && status === line.status && (currency ?? "") === line.currency,
        );
        const amounts = own.flatMap(({ amount, currency }) => (amount && currency ? [new Big(amount)] : []));
        const sum = (sign: 1 | -1): string =>
          amounts
            .filter(({ s }) => s === sign)
            .reduce((all, one) => all.plus(one.abs()), new Big(0))
            .toFixed();
        expect(line).toMatchObject({ count: own.length, in: sum(1), out: sum(-1), withoutAmount: own.length - amounts.length });
      }
      expect(lines.reduce((all, { count }) => all + count, 0)).toBe(rows.length);
    }),
  );
});

test("[CLOSE-2] a day is as old as the oldest part that speaks for it; one without rows, as its neighbours or the head", async () => {
  const db = await open();
  const day = { day: "2026-11-20", timeZone: "UTC" };
  const asOf = async (coverage: Coverage) => {
    await writeState(db, "coverage", coverage);
    const { gaps, asOf: known } = await totalsOfDay(db, day, 0);
    return { gaps: gaps.length, known };
  };
  const later = at("2026-11-22T00:00:00Z");
  const pieces = [
    piece("2026-11-21T10:00:00Z", "2026-11-20T20:00:00Z", 300),
    piece("2026-11-20T19:00:00Z", "2026-11-20T08:00:00Z", 200),
    piece("2026-11-19T19:00:00Z", "2026-11-19T08:00:00Z", 100),
  ];
  expect(await asOf(whole(pieces, later))).toEqual({ gaps: 0, known: 200 });
  expect(
    await asOf(
      whole(
        [pieces[0], pieces[2]]
          .flatMap((one) => one ?? [])
          .map((one) => (one.asOf === 300 ? { ...one, to: at("2026-11-21T01:00:00Z") } : one)),
        later,
      ),
    ),
  ).toEqual({ gaps: 0, known: 100 });
  expect(await asOf(whole(pieces.slice(2), later))).toEqual({ gaps: 0, known: later });
  // The head was fetched before the day ended.
  expect((await asOf(whole(pieces.slice(1), at("2026-11-20T23:00:00Z")))).gaps).toBe(1);
  expect(await asOf([])).toEqual({ gaps: 1, known: undefined });
});

test("[CLOSE-1, CLOSE-2] whether a day is over and covered is told by the host's clock, though the device's is off", async () => {
  const db = await open();
  const day = { day: "2026-11-20", timeZone: "UTC" };
  const end = at("2026-11-21T00:00:00Z");
  const pieces = [piece("2026-11-20T20:00:00Z", "2026-11-19T08:00:00Z", end)];
  // The host's clock: 5 min past the day's end. The device's is an hour behind.
  await writeState(db, "coverage", whole(pieces, end + 300_000 - hourMs));
  expect((await totalsOfDay(db, day, hourMs)).gaps).toEqual([]);
  // The host's clock: 22:30. The device's is two hours ahead.
  await writeState(db, "coverage", whole(pieces, end + 0.5 * hourMs));
  const entry = { line: 2, day: day.day, amount: "5", currency: "NGN", reference: "" };
  const { gaps } = await reconcileDays(db, [entry], { timeZone: "UTC", type: "", clockAhead: -2 * hourMs });
  expect(gaps).toEqual([{ from: end - 1, to: end - 1.5 * hourMs }]);
});

test("[CLOSE-2] rows that were last seen before the day was over are fetched again, and a host that proves nothing ends it", async () => {
  const db = await open();
  const stretch = stretchOf({ day: "2026-11-20", timeZone: "UTC" });
  const old = [piece("2026-11-20T19:00:00Z", "2026-11-20T08:00:00Z", 200), piece("2026-11-20T07:00:00Z", "2026-11-20T01:00:00Z", 100)];
  await writeState(db, "coverage", whole(old, 1000));
  const asked: number[] = [];
  const sync = (proves: boolean) => ({
    db,
    refreshHead: async () => ({ is: "done" as const }),
    extend: async () => ({ is: "done" as const }),
    closeGap: async () => ({ is: "done" as const }),
    refreshView: async ({ from, firstIndex }: { from: number; firstIndex: number }) => {
      asked.push(firstIndex);
      if (proves)
        await writeState(
          db,
          "coverage",
          whole(
            old.map((one) => (one.from <= from ? { ...one, asOf: 900 } : one)).map((one, n) => (n === 0 ? { ...one, asOf: 900 } : one)),
            1000,
          ),
        );
      return { is: "done" as const };
    },
  });
  const { signal } = new AbortController();
  expect(await freshenDays(sync(false), stretch, 500, () => {}, signal)).toBe(false);
  expect(asked).toEqual([0]);
  expect(await freshenDays(sync(true), stretch, 500, () => {}, signal)).toBe(true);
});

test("[CLOSE-2, SYNC-7] loading days rejects where this device can't keep what the host answers", async () => {
  const db = await open();
  const end = async (failing: string, name: string) => (name === failing ? { is: "failed" as const, here: true } : { is: "done" as const });
  const fill = (failing: string) =>
    fillDays(
      {
        db,
        refreshHead: () => end(failing, "head"),
        extend: () => end(failing, "extend"),
        closeGap: () => end(failing, "gap"),
        refreshView: () => end(failing, "view"),
      },
      stretchOf({ day: "2026-11-20", timeZone: "UTC" }),
      () => {},
      new AbortController().signal,
    );
  for (const failing of ["head", "extend"]) await expect(fill(failing)).rejects.toThrow("could not keep");
});

test("[CLOSE-2] a day that was read while it ran is whole and new once what is missing was loaded, whatever came on top meanwhile", async () => {
  const db = await open();
  const day = { day: "2026-11-20", timeZone: "UTC" };
  const end = stretchOf(day).from + 1;
  // Three rows share each moment, so that pages begin and end within one.
  const all = Array.from({ length: 1500 }, (_, n) =>
    v.parse(transaction, {
      id: `t${String(9000 - n)}`,
      createdAt: new Date(end + 20 * hourMs - Math.floor(n / 3) * 6 * 60_000).toISOString(),
      type: "DEPOSIT",
      status: n % 7 === 0 ? "PENDING" : "COMPLETED",
      currency: "BTC",
      amount: "0.1",
    }),
  );
  const isOver = (row: (typeof all)[number]): boolean => at(row.createdAt) >= end - 6 * hourMs;
  let [rows, now] = [all.filter((row) => !isOver(row)), end - 6 * hourMs];
  const term = await takeTerm(db);
  const store = cacheStore(
    db,
    () => term,
    () => {},
  );
  const answer = async (page: number, limit: number) => ({
    page,
    limit,
    rows: rows.slice((page - 1) * limit, page * limit),
    hasNextPage: page * limit < rows.length,
    asOf: (now += 1),
  });
  const feed = new TransactionFeed(answer, store, () => now);
  const { signal } = new AbortController();
  const sync = {
    db,
    refreshHead: () => feed.head(signal),
    extend: (pages = 1) => feed.extend(pages, signal),
    closeGap: (above: number) => feed.closeGap(above, signal),
    refreshView: (view: View) => feed.refresh(view, signal),
  };
  expect(await fillDays(sync, stretchOf(day), () => {}, signal)).toBe(true);
  // The day is over, and pending rows have completed.
  [rows, now] = [all.map((row) => ({ ...row, status: "COMPLETED" })), end + 21 * hourMs];
  const since = end + 60_000;
  expect(await fillDays(sync, stretchOf(day), () => {}, signal)).toBe(true);
  expect((await totalsOfDay(db, day, 0)).asOf).toBeLessThan(since);
  expect(await freshenDays(sync, stretchOf(day), since, () => {}, signal)).toBe(true);
  const { gaps, asOf, lines } = await totalsOfDay(db, day, 0);
  expect([gaps.length, asOf !== undefined && asOf >= since]).toEqual([0, true]);
  const own = all.filter((row) => row.createdAt.startsWith(day.day));
  expect(lines.map(({ status, count }) => [status, count])).toEqual([["COMPLETED", own.length]]);
});

const close: DailyClose = {
  v: 1,
  kind: "daily close",
  host: "https://host.example",
  day: "2026-11-20",
  timeZone: "America/New_York",
  from: "2026-11-20T05:00:00.000Z",
  before: "2026-11-21T05:00:00.000Z",
  madeAt: "2026-11-21T06:00:00.000Z",
  by: "grace@example.com",
  transactions: {
    asOf: "2026-11-21T05:59:00.000Z",
    lines: [{ type: "DEPOSIT", status: "PENDING", currency: "BTC", count: 2, in: "0.3", out: "0", withoutAmount: 0 }],
  },
  moves: { source: "host", lines: sumMoves([]) },
  openSlips: null,
  unknown: [],
  previous: null,
};

test("[CLOSE-2] the downloaded text is canonical, and its digest is checked as it is opened; what was saved anew is refused", () => {
  const text = closeText(close);
  expect(text.startsWith('{"before":"2026-11-21T05:00:00.000Z","by":')).toBe(true);
  expect(parseClose(text)).toEqual(close);
  expect(parseClose(JSON.stringify(close))).toBeUndefined();
  expect(parseClose(`${text}\n`)).toBeUndefined();
  expect(parseClose(text.replace('"v":1', '"v":2'))).toBeUndefined();
  const bytes = new TextEncoder().encode(text);
  const digest = sha256Hex(text);
  expect(openClose(`daily-close-2026-11-20-${digest} (1).json`, bytes)).toEqual({ is: "close", of: { close, digest }, isNamed: true });
  expect(openClose("close.json", bytes)).toMatchObject({ is: "close", isNamed: false });
  expect(openClose(`x-${digest.replace(/^./, digest.startsWith("0") ? "1" : "0")}.json`, bytes)).toEqual({ is: "changed", digest });
  expect(openClose("x.json", new Uint8Array([0xff, 0xfe]))).toEqual({ is: "unreadable" });
});

test("[CLOSE-2] what has changed between two closes is every line that differs, and none that doesn't", () => {
  const line = { type: "DEPOSIT", status: "COMPLETED", currency: "BTC", count: 1, in: "0.3", out: "0", withoutAmount: 0 };
  const [pending] = close.transactions.lines;
  const move = { operation: "fund", admin: "ada", checker: null, reason: "goodwill", currency: "BTC" };
  const after: DailyClose = {
    ...close,
    transactions: { ...close.transactions, lines: [line] },
    moves: {
      source: "host",
      lines: sumMoves([
        { ...move, amount: "0.1" },
        { ...move, amount: "0.2" },
        { ...move, currency: "USDT", amount: "1" },
      ]),
    },
  };
  expect(after.moves.lines.map(({ currency, count, sum }) => [currency, count, sum])).toEqual([
    ["BTC", 2, "0.3"],
    ["USDT", 1, "1"],
  ]);
  const changes = compareCloses(close, after, true);
  expect(changes.transactions).toEqual([
    { before: undefined, after: line },
    { before: pending, after: undefined },
  ]);
  expect(changes.moves.map(({ before }) => before)).toEqual([undefined, undefined]);
  expect(compareCloses(after, { ...after, transactions: { ...after.transactions, asOf: "2026-11-22T00:00:00.000Z" } }, true)).toEqual({
    transactions: [],
    moves: [],
    openSlips: [],
    unknown: [],
    skipped: [],
  });
});

test("[CLOSE-2] what the host didn't tell both closes is compared within one session's cache alone", () => {
  const move = { operation: "fund", admin: "ada", checker: null, reason: "goodwill", currency: "BTC", count: 1, sum: "2" };
  const attempt = { id: "a", at: close.madeAt, operation: "fund", by: "Ada", target: "bob@example.com", amount: "2", currency: "BTC" };
  const before: DailyClose = { ...close, moves: { source: "device", lines: [move] }, openSlips: [move], unknown: [attempt] };
  const after: DailyClose = { ...close, moves: { source: "device", lines: [] }, openSlips: [], unknown: [] };
  expect(compareCloses(before, after, true)).toMatchObject({
    moves: [{ before: move }],
    openSlips: [{ before: move }],
    unknown: [{ before: attempt }],
    skipped: [],
  });
  expect(compareCloses(before, after, false)).toMatchObject({
    moves: [],
    openSlips: [{ before: move }],
    unknown: [],
    skipped: ["moves", "unknown"],
  });
  const byHost: DailyClose = { ...after, moves: { source: "host", lines: [] }, openSlips: null };
  expect(compareCloses(before, byHost, true)).toMatchObject({ moves: [], openSlips: [], skipped: ["moves", "openSlips"] });
  expect(compareCloses(after, byHost, false).skipped).toEqual([]);
});

test("[CLOSE-2] closes are kept latest first, and a day is compared with its own latest one before any other", async () => {
  const db = await open();
  await keepClose(db, close);
  await keepClose(db, { ...close, madeAt: "2026-11-21T07:00:00.000Z" });
  await keepClose(db, { ...close, day: "2026-11-21" });
  const kept = await readCloses(db);
  expect(kept.map((one) => one.close.day)).toEqual(["2026-11-21", "2026-11-20", "2026-11-20"]);
  expect(kept.every((one) => one.digest === sha256Hex(closeText(one.close)))).toBe(true);
  expect(closeBefore(kept, close)?.close.madeAt).toBe("2026-11-21T07:00:00.000Z");
  expect(closeBefore(kept, { day: "2026-11-22", timeZone: "UTC" })?.close.day).toBe("2026-11-21");
});
