import { afterEach, describe, expect, test, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { transaction } from "../../src/contract/transactions.ts";
import { countRows } from "../../src/db/store/rows.ts";
import { applyPages, takeTerm } from "../../src/db/transactions/transactions.ts";
import { connect } from "../../src/sync/wire/host.ts";
import { filteredTransactions } from "../../src/sync/transactions/later-list.ts";
import { type Clock, systemClock } from "../../src/sync/wire/reach.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { startSync, type Sync } from "../../src/sync/start-sync.ts";
import { makeRoom } from "../../src/sync/storage/make-room.ts";
import { heldDownTo } from "../../src/sync/transactions/held-view.ts";
import { allTransactions } from "../../src/sync/transactions/transaction-source.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { connectPlayed, emptyCache } from "../support/played-host.ts";

const limit = 500;
const count = 900;
/** Only the oldest rows match the filter. */
const matching = 40;

const rowAt = (place: number) => ({
  id: `t${place}`,
  createdAt: new Date(Date.UTC(2026, 10, 1) - place * 60_000).toISOString(),
  currency: place >= count - matching ? "BTC" : "ETH",
});
const rows = Array.from({ length: count }, (_, place) => rowAt(place));

function pageOf(list: typeof rows, url: URL): object {
  const [page, size] = [Number(url.searchParams.get("page")), Number(url.searchParams.get("limit"))];
  const data = list.slice((page - 1) * size, page * size);
  return { success: true, data, pagination: { hasNextPage: page * size < list.length } };
}

let sync: Sync | undefined;
/** How far the device's clock is ahead, in ms. */
let ahead = 0;
const clock: Clock = { ...systemClock, now: () => Date.now() + ahead };

async function started(): Promise<Sync> {
  vi.stubGlobal("fetch", (input: string) => {
    const url = new URL(input, "http://host");
    const currency = url.searchParams.get("currency");
    const list = rows.filter((row) => currency === null || row.currency === currency);
    return Promise.resolve(new Response(JSON.stringify(pageOf(list, url)), { headers: { "content-type": "application/json" } }));
  });
  sessionStore.open("token", { email: `admin-${Math.random()}@example.com` });
  const session = sessionStore.current();
  if (!session) throw new Error("no session");
  const stop = new AbortController();
  sync = await startSync(session, connect(v.parse(config, { host: "http://host", maxCachedTransactions: limit }), stop.signal, clock));
  return sync;
}

afterEach(() => {
  sync?.end();
  sync?.db.close();
  sessionStore.close();
  vi.unstubAllGlobals();
  ahead = 0;
});

/** Loads rows until the cache had to evict some. */
async function overfill(one: Sync): Promise<void> {
  const all = allTransactions(one);
  await all.refreshHead();
  for (let pages = 0; pages < 14; pages += 2) await all.extend(2);
}

const rowsIn = async (one: Sync): Promise<number> => (await allTransactions(one).read(0, 0, [])).rows;

test("[SYNC-7] above the limit the oldest rows go", async () => {
  const one = await started();
  await overfill(one);
  expect(await rowsIn(one)).toBeLessThanOrEqual(limit);
});

test("[SYNC-7, DASH-10] the rows of a filtered list that is open stay when others must go", async () => {
  const one = await started();
  const filtered = filteredTransactions(one, { currency: "BTC" }, "UTC");
  await filtered.refreshHead();
  await overfill(one);
  const { items } = await filtered.read(0, matching, []);
  expect(items.filter((item) => item?.is === "row")).toHaveLength(matching);
});

test("[SYNC-7] the rows of filtered lists count as well, and the oldest go once nobody looks at them", async () => {
  const one = await started();
  const filtered = filteredTransactions(one, { currency: "ETH" }, "UTC");
  await filtered.refreshHead();
  while (!(await filtered.read(0, 0, [])).atEnd) await filtered.extend(2);
  await allTransactions(one).refreshHead();
  const cached = async (): Promise<number> => countRows(one.db);
  expect(await cached()).toBe(count - matching);
  ahead = 10 * 60_000;
  await allTransactions(one).refreshHead();
  expect(await cached()).toBeLessThanOrEqual(limit);
  const { items, rows: covered } = await allTransactions(one).read(0, limit, []);
  expect(covered).toBeGreaterThan(0);
  expect(items.every((item) => item?.is === "row")).toBe(true);
});

describe("[SYNC-7] room, with nothing around it", () => {
  const page = (from: number, to: number, ends: { openTop?: boolean; openBottom?: boolean; asOf: number }) => {
    const some = Array.from({ length: from - to + 1 }, (_, n) => v.parse(transaction, { id: `t${from - n}`, createdAt: from - n }));
    const keys = some.map(({ id, createdAt }) => ({ id, at: Date.parse(createdAt) }));
    return { rows: some, proof: { openTop: false, openBottom: false, ...ends, keys }, gone: new Set<string>() };
  };
  /** A cache of `t1200` down to `t1` in six pieces, and its room for 500. */
  async function crowded() {
    const db = await emptyCache();
    const term = await takeTerm(db);
    for (let n = 0; n < 6; n += 1)
      await applyPages(
        db,
        [page(1200 - n * 200, 1001 - n * 200 - (n < 5 ? 1 : 0), { openTop: n === 0, openBottom: n === 5, asOf: 1e12 - n * 3_600_000 })],
        term,
      );
    let now = 0;
    const host = connectPlayed(new PlayedCalls(), { maxCachedTransactions: 500 }, { now: () => now, after: () => {} });
    const removed: string[] = [];
    const room = makeRoom(db, host, (changes) => removed.push(...changes.removed));
    return { db, host, room, removed, pass: (ms: number) => (now += ms) };
  }
  const view = (to: number) => ({ from: 2000, to, firstIndex: 0 });

  test("what failed or is odd makes none, and its result is passed on", async () => {
    const { db, room, removed } = await crowded();
    for (const result of [{ is: "failed", message: "No" }, { is: "odd" }] as const) expect(await room.make(result)).toBe(result);
    expect(removed).toEqual([]);
    expect(await room.make({ is: "done" })).toEqual({ is: "done" });
    expect(await countRows(db)).toBeLessThanOrEqual(500);
    expect(removed).toContain("t1");
    expect(removed).not.toContain("t1200");
  });

  test("what is in sight stays for two minutes and a half after it was last refreshed", async () => {
    const { db, room, removed, pass } = await crowded();
    room.keep(view(1));
    pass(150_000);
    await room.make({ is: "done" });
    expect(removed).toEqual([]);
    pass(1);
    await room.make({ is: "done" });
    expect(await countRows(db)).toBeLessThanOrEqual(500);
  });

  test.each([
    ["in sight", view(1), 17.5 * 60_000],
    ["held", heldDownTo(1), 17.5 * 60_000],
    ["held by an export, which asks anew with each batch", heldDownTo(Number.NEGATIVE_INFINITY), 150_000],
  ])("what is %s under a stream stays for as long as its reader may wait, also when the stream ends meanwhile", async (_, used, ms) => {
    const { db, host, room, removed, pass } = await crowded();
    host.live.lastAt.set(pass(0));
    room.keep(used);
    pass(ms);
    await room.make({ is: "done" });
    expect(removed).toEqual([]);
    pass(1);
    await room.make({ is: "done" });
    expect(await countRows(db)).toBeLessThanOrEqual(500);
  });

  test("a full device lets half of the cache go: rows in sight stay, rows that are only held don't", async () => {
    const sight = await crowded();
    sight.room.keep(view(1));
    await sight.room.shrink();
    expect(sight.removed).toEqual([]);
    const held = await crowded();
    held.room.keep(heldDownTo(1));
    await held.room.make({ is: "done" });
    expect(held.removed).toEqual([]);
    await held.room.shrink();
    expect(held.removed.length).toBeGreaterThanOrEqual(500);
  });

  test("a cache that can't be read passes its error on", async () => {
    const { db, room } = await crowded();
    db.close();
    await expect(room.make({ is: "done" })).rejects.toThrow();
  });
});
