import { expect, onTestFinished, test } from "vitest";
import { openInMemory } from "../../src/db/store/open.ts";
import { journalMoves, loggedMoves, slipMoves } from "../../src/sync/money/day-moves.ts";
import type { Host } from "../../src/sync/wire/host.ts";
import { unknownFunding } from "../support/attempts.ts";

const { signal } = new AbortController();
const day = { day: "2026-11-01", timeZone: "America/New_York" };
const moments = { from: Date.parse("2026-11-01T04:00:00Z"), before: Date.parse("2026-11-02T05:00:00Z") };

interface Asked {
  readonly page: number;
  readonly [name: string]: unknown;
}

/** A host that gives this answer to reads. */
function hostThat(answer: (query: Asked) => object): { host: Host; asked: Asked[] } {
  const asked: Asked[] = [];
  const read = (_: unknown, { query }: { query: Asked }) => {
    asked.push(query);
    return Promise.resolve({ is: "answered", value: answer(query) });
  };
  return { asked, host: { config: {}, reads: { read }, beginAnew: () => {} } as unknown as Host };
}

const entry = (seq: number, at: string, more: object = {}): object => ({
  seq,
  at,
  actor: "ada@example.com",
  action: "fund",
  outcome: "done",
  asked: { amount: "0.1", currency: "BTC", reason: "goodwill" },
  ...more,
});

test("[CLOSE-2] the log is asked for the UTC days that the zone's day touches, and what lies outside of it is left out", async () => {
  const entries = [
    entry(9, "2026-11-02T05:00:00.000Z"),
    entry(8, "2026-11-02T04:59:59.999Z", { asked: { amount: "2", currency: "BTC" } }),
    entry(7, "2026-11-01T12:00:00.000Z", { outcome: "refused" }),
    entry(6, "2026-11-01T04:00:00.000Z"),
    entry(5, "2026-11-01T03:59:59.999Z"),
  ];
  const { host, asked } = hostThat(({ action }) => ({ entries: action === "fund" ? entries : [], total: action === "fund" ? 5 : 0 }));
  const read = await loggedMoves(host, day, signal);
  const move = { operation: "fund", admin: "ada@example.com", checker: null, currency: "BTC" };
  expect(read).toEqual({
    is: "read",
    value: [
      { ...move, reason: "", amount: "2" },
      { ...move, reason: "goodwill", amount: "0.1" },
    ],
  });
  expect(asked.map(({ action, dateFrom, dateTo }) => [action, dateFrom, dateTo])).toEqual([
    ["fund", "2026-11-01", "2026-11-02"],
    ["deduct", "2026-11-01", "2026-11-02"],
  ]);
});

test("[CLOSE-2] a funding in the log whose amount can't be read is no reading of the whole day", async () => {
  const { host } = hostThat(() => ({
    entries: [entry(1, "2026-11-01T12:00:00.000Z", { asked: { amount: "much", currency: "BTC" } })],
    total: 1,
  }));
  expect(await loggedMoves(host, day, signal)).toEqual({ is: "failed", message: undefined });
});

const slip = (id: string, more: object = {}): object => ({
  id,
  operation: "fund",
  currency: "BTC",
  amount: "2",
  reason: "goodwill",
  maker: { id: "m", email: "ada@example.com" },
  checker: { id: "c", name: "Bea" },
  madeAt: "2026-10-30T12:00:00Z",
  expiresAt: "2026-11-02T12:00:00Z",
  state: "executed",
  decidedAt: "2026-11-01T12:00:00.000Z",
  ...more,
});

test("[CLOSE-2] slips are read anew when one came meanwhile; those decided on another day, or made after it, are left out", async () => {
  let reading = 0;
  const { host } = hostThat(({ state, page }) => {
    if (state === "open")
      return {
        slips: [
          slip("late", { state: "open", checker: null, madeAt: "2026-11-02T05:00:00Z" }),
          slip("open", { state: "open", checker: null }),
        ],
        total: 2,
      };
    if (page === 1) reading += 1;
    const slips = [
      slip("b"),
      slip("a", { decidedAt: "2026-11-02T05:00:00.000Z" }),
      slip("old", { madeAt: "2026-09-01T00:00:00Z", decidedAt: "2026-09-02T00:00:00.000Z" }),
    ];
    // A third slip arrives while the second page is requested.
    if (reading === 1) return page === 1 ? { slips: slips.slice(1, 2), total: 2 } : { slips: slips.slice(1, 2), total: 3 };
    return { slips: slips.slice(page - 1, page), total: 3 };
  });
  const read = await slipMoves(host, moments, signal);
  const move = { operation: "fund", admin: "ada@example.com", reason: "goodwill", currency: "BTC", amount: "2" };
  expect(read).toEqual({ is: "read", value: { executed: [{ ...move, checker: "Bea" }], open: [{ ...move, checker: null }] } });
  expect(reading).toBe(2);
});

test("[CLOSE-2] a slip of a host where slips wait for longer than a month is counted on the day on which it was executed", async () => {
  const pages = [
    [slip("new"), slip("long", { madeAt: "2026-09-20T00:00:00Z", expiresAt: "2026-12-20T00:00:00Z" })],
    [slip("longer", { madeAt: "2026-09-10T00:00:00Z", expiresAt: "2026-12-10T00:00:00Z" })],
    [slip("over", { madeAt: "2026-06-01T00:00:00Z", expiresAt: "2026-09-01T00:00:00Z", decidedAt: "2026-06-02T00:00:00.000Z" })],
  ];
  const { host, asked } = hostThat(({ state, page }) => ({
    slips: state === "executed" ? (pages[page - 1] ?? []) : [],
    total: state === "executed" ? 400 : 0,
  }));
  const read = await slipMoves(host, moments, signal);
  expect(read.is === "read" && read.value.executed.length).toBe(3);
  expect(asked.filter(({ state }) => state === "executed")).toHaveLength(3);
});

test("[CLOSE-2] an executed slip that doesn't say when is no reading of the whole day", async () => {
  const { host } = hostThat(({ state }) => ({ slips: state === "executed" ? [slip("a"), slip("b", { decidedAt: null })] : [] }));
  expect(await slipMoves(host, moments, signal)).toEqual({ is: "failed", message: undefined });
});

test("[CLOSE-2] slips whose number never holds still are not passed off as whole", async () => {
  let total = 1000;
  const { host } = hostThat(({ page }) => ({ slips: [slip(`s${page}`)], total: (total += 1) }));
  expect(await slipMoves(host, moments, signal)).toEqual({ is: "failed", message: undefined });
});

test("[CLOSE-2] the slips of a host that says no total are read until a page is empty", async () => {
  const { host } = hostThat(({ state, page }) => ({ slips: state === "executed" && page < 4 ? [slip(`s${page}`)] : [] }));
  const read = await slipMoves(host, moments, signal);
  expect(read.is === "read" && read.value.executed.length).toBe(3);
});

test("[CLOSE-2] without a log the device's journal has the day's moves that are done, and no others", async () => {
  const { db } = await openInMemory("moves");
  onTestFinished(() => db.close());
  const details = { amount: "0.5", currency: "BTC", reason: "goodwill" };
  const done = (id: string, at: number, more: object = {}) => ({
    ...unknownFunding(id, at, id),
    details,
    state: { is: "done" as const, at, message: undefined },
    ...more,
  });
  await db.journal.bulkPut([
    done("before", moments.from - 1),
    done("first", moments.from),
    done("last", moments.before - 1, { operation: "deduct" }),
    done("after", moments.before),
    done("other", moments.from + 1, { operation: "setOnrampRate" }),
    { ...unknownFunding("unknown", moments.from + 2, "unknown"), details },
  ]);
  expect((await journalMoves({ db }, moments)).moves.map(({ operation, admin, amount }) => [operation, admin, amount])).toEqual([
    ["fund", "Ada", "0.5"],
    ["deduct", "Ada", "0.5"],
  ]);
});
