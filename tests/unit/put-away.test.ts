import { expect, test } from "vitest";
import * as v from "valibot";
import { transaction, transactionsAnswer } from "../../src/contract/transactions.ts";
import { reconcileDays } from "../../src/db/files/reconcile.ts";
import { gapLines } from "../../src/db/people/user-timeline.ts";
import { Database, readState } from "../../src/db/store/database.ts";
import { countRows } from "../../src/db/store/rows.ts";
import { totalsOfDay } from "../../src/db/transactions/day-totals.ts";
import { evictOldest } from "../../src/db/transactions/evict.ts";
import { readWindow } from "../../src/db/transactions/transaction-list.ts";
import { takeTerm } from "../../src/db/transactions/transactions.ts";
import { cacheStore } from "../../src/sync/feeds/cached-feed.ts";
import type { FetchedPage } from "../../src/sync/transactions/page-proof.ts";
import { TransactionFeed } from "../../src/sync/transactions/transaction-feed.ts";

const may = Date.parse("2026-05-01T00:00:00Z");
const hour = 3_600_000;
const { signal } = new AbortController();

/** A host with a row every hour, 100 before and 100 from 1 May on, newest first, in pages of ten. */
function putAwayHost() {
  const rows = Array.from({ length: 200 }, (_, n) =>
    v.parse(transaction, {
      id: `t${n}`,
      createdAt: may + (99 - n) * hour,
      amount: "1",
      currency: "BTC",
      status: "COMPLETED",
      type: "SWAP",
    }),
  );
  let listed = rows;
  let pastEnds: string | undefined;
  let clock = Date.parse("2026-06-01T00:00:00Z");
  let asked = 0;
  const answer = async (page: number, limit: number): Promise<FetchedPage> => {
    asked += 1;
    clock += 1000;
    const hasNextPage = page * limit < listed.length;
    const past = hasNextPage ? undefined : pastEnds;
    return { page, limit, rows: listed.slice((page - 1) * limit, page * limit), hasNextPage, pastEnds: past, asOf: clock };
  };
  return {
    rows,
    answer,
    now: () => clock,
    asked: () => asked,
    /** Detaches April. */
    putAway: () => {
      listed = rows.slice(0, 100);
      pastEnds = new Date(may).toISOString();
    },
    restore: () => {
      listed = rows;
      pastEnds = undefined;
    },
  };
}

async function feedFrom(host: ReturnType<typeof putAwayHost>): Promise<{ db: Database; feed: TransactionFeed }> {
  const db = new Database(`put-away-${Math.random()}`);
  const term = await takeTerm(db);
  const store = cacheStore(
    db,
    () => term,
    () => {},
  );
  return { db, feed: new TransactionFeed(host.answer, store, host.now, 10) };
}

async function toEnd(db: Database, feed: TransactionFeed): Promise<void> {
  await feed.head(signal);
  while (!(await readWindow(db, 0, 0, [])).atEnd) expect((await feed.extend(4, signal)).is).toBe("done");
}

const april = { day: "2026-04-30", timeZone: "UTC" };

test("[HOST-6, SYNC-2] the list's end knows where the host's past ends, until the host says otherwise or the end is evicted", async () => {
  const host = putAwayHost();
  host.putAway();
  const { db, feed } = await feedFrom(host);
  await feed.head(signal);
  expect((await readWindow(db, 0, 0, [])).pastEnds).toBeUndefined();
  await toEnd(db, feed);
  const { pastEnds, rows, gaps } = await readWindow(db, 0, 0, []);
  expect({ pastEnds, rows, gaps }).toEqual({ pastEnds: may, rows: 100, gaps: 0 });
  // Another look at the head leaves it, the restored month takes it away.
  await feed.head(signal);
  expect((await readWindow(db, 0, 0, [])).pastEnds).toBe(may);
  host.restore();
  await feed.refresh({ from: may + hour, to: may, firstIndex: 95 }, signal);
  expect(await readWindow(db, 0, 0, [])).toMatchObject({ pastEnds: undefined, atEnd: false });
  host.putAway();
  await toEnd(db, feed);
  for await (const _ of evictOldest(db, 50, () => Number.POSITIVE_INFINITY));
  expect(await readWindow(db, 0, 0, [])).toMatchObject({ pastEnds: undefined, atEnd: false });
});

test("[HOST-6, CLOSE-1, CLOSE-2] a day that the host has put away is not covered: no zero totals, nothing complete, and a line in the timeline", async () => {
  const host = putAwayHost();
  host.putAway();
  const { db, feed } = await feedFrom(host);
  await toEnd(db, feed);
  const day = { from: may - 1, to: may - 24 * hour };
  expect((await totalsOfDay(db, april, 0)).gaps).toEqual([{ ...day, putAway: true }]);
  expect((await totalsOfDay(db, { day: "2026-05-01", timeZone: "UTC" }, 0)).gaps).toEqual([]);
  // A day of a zone behind UTC begins before the border.
  const [straddling] = (await totalsOfDay(db, { day: "2026-04-30", timeZone: "America/New_York" }, 0)).gaps;
  expect(straddling).toMatchObject({ from: may - 1, putAway: true });
  const entry = { line: 2, day: "2026-04-30", amount: "1", currency: "BTC", reference: "" };
  expect((await reconcileDays(db, [entry], { timeZone: "UTC", type: "", clockAhead: 0 })).gaps).toEqual([{ ...day, putAway: true }]);
  expect(gapLines((await readState(db, "coverage")) ?? [])).toMatchObject([{ from: may - 1, to: undefined, putAway: true }]);
});

test("[HOST-6, SYNC-3] cached rows that the host has put away go as the end comes into view, and what is left is counted exactly", async () => {
  const host = putAwayHost();
  const { db, feed } = await feedFrom(host);
  await toEnd(db, feed);
  expect(await totalsOfDay(db, april, 0)).toMatchObject({ lines: [{ count: 24, in: "24" }], gaps: [] });
  host.putAway();
  // What isn't in view stays, as of then.
  await feed.head(signal);
  expect(await countRows(db)).toBe(200);
  await feed.refresh({ from: may + hour, to: may, firstIndex: 98 }, signal);
  expect(await countRows(db)).toBe(100);
  expect(await readWindow(db, 0, 0, [])).toMatchObject({ rows: 100, gaps: 0, atEnd: true, pastEnds: may });
  expect(await totalsOfDay(db, april, 0)).toMatchObject({ lines: [], gaps: [{ putAway: true }] });
  expect(await totalsOfDay(db, { day: "2026-05-01", timeZone: "UTC" }, 0)).toMatchObject({ lines: [{ count: 24, in: "24" }], gaps: [] });
});

test("[HOST-6, SYNC-3] a view that lies wholly in what was put away finds the host's new end in a few requests", async () => {
  const host = putAwayHost();
  const { db, feed } = await feedFrom(host);
  await toEnd(db, feed);
  host.putAway();
  const before = host.asked();
  const oldest = may - 100 * hour;
  expect(await feed.refresh({ from: oldest + 4 * hour, to: oldest, firstIndex: 195 }, signal)).toEqual({ is: "done" });
  expect(await countRows(db)).toBe(100);
  expect(await readWindow(db, 0, 0, [])).toMatchObject({ rows: 100, gaps: 0, atEnd: true, pastEnds: may });
  expect(host.asked() - before).toBeLessThan(20);
});

test("[HOST-6] what a host says of its past is taken as a moment, and nonsense or nothing as nothing", () => {
  const said = (pagination: object) => v.parse(transactionsAnswer, { data: [], pagination }).pastEnds;
  expect(said({ hasNextPage: false, pastEnds: "2026-05-01T00:00:00Z" })).toBe("2026-05-01T00:00:00.000Z");
  for (const pastEnds of [undefined, null, "", "soon", {}]) expect(said({ hasNextPage: false, pastEnds })).toBeUndefined();
});
