import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import * as v from "valibot";
import { transaction } from "../../src/contract/transactions.ts";
import { user } from "../../src/contract/users.ts";
import { putUsers } from "../../src/db/people/users.ts";
import { gather } from "../../src/sync/transactions/transaction-export.ts";
import { Database, writeState } from "../../src/db/store/database.ts";
import { openSearch } from "../../src/db/search/search.ts";
import type { TransactionQuery } from "../../src/db/transactions/transaction-query.ts";
import { putLooseRows, toRow } from "../../src/db/transactions/transactions.ts";
import { FilteredList } from "../../src/sync/transactions/filtered-list.ts";
import { OldestList } from "../../src/sync/transactions/oldest-list.ts";
import type { Answer } from "../../src/sync/wire/host-client.ts";
import { Observable } from "../../src/sync/state/observable.ts";
import { LiveState } from "../../src/sync/wire/live-state.ts";
import { systemClock } from "../../src/sync/wire/reach.ts";
import type { Sync } from "../../src/sync/start-sync.ts";
import type { View } from "../../src/sync/transactions/transaction-feed.ts";
import type { Matching } from "../../src/sync/transactions/transaction-source.ts";

type Fields = Readonly<Record<string, string>>;
const start = Date.parse("2026-11-20T12:00:00Z");
/** A transaction, `minute` minutes older than the newest. */
const row = (minute: number, fields: Fields = {}) =>
  v.parse(transaction, { id: `t${minute}`, createdAt: start - 60_000 * minute, username: "ada", amount: "5", ...fields });

let db: Database;
let sync: Sync;
/** The host's rows for the filter, newest first, and its page size. */
let listed: ReturnType<typeof row>[];
let pageSize: number;
/** Replaces the host's answer. */
let instead: Answer<never> | undefined;
/** The queries sent to the host, with their signals. */
let asked: { readonly query: Readonly<Record<string, unknown>>; readonly signal: AbortSignal }[];
let held: View[];
let begunAnew: string[];
let now: number;
let matching: Observable<Matching>;

beforeEach(() => {
  db = new Database(`filtered-${Math.random()}`);
  listed = [];
  pageSize = 50;
  instead = undefined;
  asked = [];
  held = [];
  begunAnew = [];
  // Answers are dated before anything requested from now on.
  now = Date.now() - 1_000_000;
  matching = new Observable<Matching>({ is: "cache", why: "awaited" });
  const read = async (_: unknown, { query }: { query: { page: number; limit: number } }, signal: AbortSignal) => {
    asked.push({ query, signal });
    now += 1000;
    if (instead) return instead;
    const size = Math.min(query.limit, pageSize);
    const rows = listed.slice((query.page - 1) * size, query.page * size);
    return { is: "answered", value: { rows, hasNextPage: query.page * size < listed.length }, sentAt: now };
  };
  const part = {
    db,
    host: {
      reads: { read, outdate: () => {} },
      beginAnew: (call: string) => begunAnew.push(call),
      live: new LiveState(),
      clock: systemClock,
    },
    search: openSearch(db, undefined),
    publish: () => {},
    refreshView: async (view: View) => {
      held.push(view);
      return { is: "done" };
    },
  };
  sync = part as unknown as Sync;
});
afterEach(() => db.delete());

const open = (filter: TransactionQuery, timeZone = "UTC"): FilteredList =>
  new FilteredList(sync, filter, timeZone, matching, new Observable(0));

const shown = async (list: FilteredList): Promise<string[]> =>
  (await list.read(0, 5000, [])).items.map((item) => (item?.is === "row" ? item.row.id : (item?.is ?? "nothing")));

/** Caches rows as another feed would. */
const cache = async (...rows: ReturnType<typeof row>[]): Promise<void> => {
  sync.search.change(await putLooseRows(db, rows, now));
};

describe("whose matches", () => {
  test("[DASH-10] the cache's matches stand at once, the host's in their place as soon as they come", async () => {
    await cache(row(1, { currency: "BTC" }), row(2, { currency: "USDT" }), row(3, { currency: "BTC" }));
    listed = [row(0, { currency: "BTC" }), row(1, { currency: "BTC" })];
    const list = open({ currency: "BTC" });
    list.open();
    await expect.poll(() => shown(list)).toEqual(["t1", "t3"]);
    expect(list.matching.get()).toEqual({ is: "cache", why: "awaited" });
    expect(await list.refreshHead()).toEqual({ is: "done" });
    expect(await shown(list)).toEqual(["t0", "t1"]);
    expect(list.matching.get()).toEqual({ is: "host" });
  });

  test("[DASH-10, SYNC-2] a first page that is empty although there is more is unusable, not an empty list", async () => {
    await cache(row(1, { currency: "BTC" }));
    instead = { is: "answered", value: { rows: [], hasNextPage: true }, sentAt: now } as unknown as Answer<never>;
    const list = open({ currency: "BTC" });
    list.open();
    expect((await list.refreshHead()).is).toBe("odd");
    expect(list.matching.get()).toEqual({ is: "cache", why: "unusable" });
    expect(await shown(list)).toEqual(["t1"]);
    expect((await list.read(0, 0, [])).atEnd).toBe(false);
  });

  test("[DASH-10] where somebody looks far down the cache's matches, the host's take their place once they reach as far", async () => {
    listed = Array.from({ length: 700 }, (_, minute) => row(minute));
    await cache(...listed);
    const at = (minute: number) => ({ at: start - 60_000 * minute, id: `t${minute}` });
    for (const [first, anchor, least] of [
      [0, 130, 170],
      [400, 0, 540],
      [0, 0, 50],
    ] as const) {
      asked = [];
      matching.set({ is: "cache", why: "awaited" });
      const list = open({ searchTerm: "ada" });
      list.open();
      await expect.poll(async () => (await list.read(0, 5000, [])).length).toBe(700);
      await list.read(first, first + 600, [at(anchor)]);
      expect(await list.refreshHead()).toEqual({ is: "done" });
      const { length } = await list.readOn(0, 0);
      expect(length).toBeGreaterThanOrEqual(least);
      expect(length).toBeLessThan(least + 210);
      list.close();
    }
  });

  test("[DASH-10] what is in sight is asked of who follows the list as the host's answer comes", async () => {
    listed = Array.from({ length: 700 }, (_, minute) => row(minute));
    await cache(...listed);
    const list = open({ searchTerm: "ada" });
    list.open();
    await expect.poll(async () => (await list.read(0, 300, [{ at: start, id: "t0" }])).length).toBe(700);
    // Scrolled since then, within the lines that were read.
    onTestFinished(list.version.subscribe(() => void list.read(0, 300, [{ at: start - 60_000 * 90, id: "t90" }])));
    expect(await list.refreshHead()).toEqual({ is: "done" });
    expect((await list.readOn(0, 0)).length).toBe(200);
  });

  test("[DASH-10, SYNC-2] at the top of old matches the host's list isn't fetched down to them", async () => {
    listed = Array.from({ length: 700 }, (_, minute) => row(minute));
    await cache(...listed.slice(500));
    const list = open({ searchTerm: "ada" });
    list.open();
    await expect.poll(async () => (await list.read(0, 300, [{ at: start - 60_000 * 500, id: "t500" }])).length).toBe(200);
    expect(await list.refreshHead()).toEqual({ is: "done" });
    expect((await list.readOn(0, 0)).length).toBe(50);
    expect(asked.length).toBe(1);
  });

  test("[DASH-10] of many cached matches the newest are read first, and all of them once one beyond is read or located", async () => {
    await cache(...Array.from({ length: 1200 }, (_, minute) => row(minute)));
    instead = { is: "lost", why: "network", sent: false } as unknown as Answer<never>;
    const { search } = sync;
    const atMosts: (number | undefined)[] = [];
    const find: typeof search.find = async (filter, timeZone, atMost) => {
      atMosts.push(atMost);
      const { keys, count } = await search.find(filter, timeZone);
      return { keys: keys.slice(0, atMost ?? count), count };
    };
    sync = { ...sync, search: { ...search, find } };
    const list = open({ searchTerm: "ada" });
    await list.refreshHead();
    const first = await list.read(0, 40, [{ at: start - 60_000, id: "t1" }]);
    expect([first.length, first.rows, first.items.length, first.places]).toEqual([1200, 1200, 41, [1]]);
    expect(atMosts).toEqual([1000]);
    expect((await list.read(1190, 1230, [])).items.map((item) => item?.key)).toEqual(Array.from({ length: 10 }, (_, n) => `t${1190 + n}`));
    await list.refreshHead();
    expect((await list.read(0, 40, [{ at: start - 60_000 * 1100, id: "t1100" }])).places).toEqual([1100]);
    expect(atMosts).toEqual([1000, Infinity, 1000, Infinity]);
  });

  test("[DASH-5, DASH-10] the host is asked for the active fields and a page of the documented size", async () => {
    listed = [row(0)];
    await open({ currency: "BTC", transactionStatus: "PENDING" }).refreshHead();
    expect(asked[0]?.query).toEqual({ currency: "BTC", transactionStatus: "PENDING", page: 1, limit: 50 });
  });

  test.each([
    ["out of reach", { is: "lost", why: "network", sent: false }, { is: "cache", why: "lost", message: undefined }],
    [
      "refused, in its words",
      { is: "refused", status: 400, message: "Bad currency", body: "", retryAfterMs: undefined },
      { is: "cache", why: "unusable", message: "Bad currency" },
    ],
    ["malformed", { is: "malformed", problem: "data is no list" }, { is: "cache", why: "unusable", message: undefined }],
  ] as const)("[DASH-10, SYNC-8] an answer that is %s leaves the cache's matches, and says why", async (_, answer, why) => {
    await cache(row(1));
    instead = answer as unknown as Answer<never>;
    const list = open({ searchTerm: "ada" });
    expect(await list.refreshHead()).toEqual({ is: "failed" });
    expect(list.matching.get()).toEqual(why);
    expect(await shown(list)).toEqual(["t1"]);
  });

  test("[DASH-10, SYNC-1] once it has answered, a failure puts the cache's matches back, the host's rows among them", async () => {
    listed = [row(0), row(1)];
    const list = open({ searchTerm: "ada" });
    await list.refreshHead();
    await cache(row(9));
    sync.search.change(await putLooseRows(db, listed, now));
    instead = { is: "lost", why: "network", sent: false } as Answer<never>;
    await list.refreshHead();
    expect(list.matching.get().is).toBe("cache");
    expect(await shown(list)).toEqual(["t0", "t1", "t9"]);
  });

  test("[DASH-12, SYNC-1] the cache's matches are as old as the oldest of those read, or as the change stream kept them", async () => {
    const [monday, tuesday] = [now - 86_400_000, now];
    now = monday;
    await cache(row(1));
    now = tuesday;
    await cache(row(0));
    const list = open({ searchTerm: "ada" });
    list.open();
    await expect.poll(() => shown(list)).toEqual(["t0", "t1"]);
    expect((await list.read(0, 0, [])).asOf).toBe(tuesday);
    expect((await list.read(0, 1, [])).asOf).toBe(monday);
    await writeState(db, "followed", { position: "1", since: monday, at: tuesday + 5, moved: {} });
    expect((await list.read(0, 1, [])).asOf).toBe(tuesday + 5);
  });

  test("[SYNC-1, DASH-10] cached matches that can't be read are called so, not none, until they can be", async () => {
    await cache(row(1));
    instead = { is: "lost", why: "network", sent: false } as Answer<never>;
    const { search } = sync;
    let fails = true;
    const find: typeof search.find = (...asked) => (fails ? Promise.reject(new Error("search failed")) : search.find(...asked));
    sync = { ...sync, search: { ...search, find } };
    const list = open({ searchTerm: "ada" });
    await list.refreshHead();
    await expect(list.read(0, 40, [])).rejects.toThrow("could not be read");
    fails = false;
    await list.refreshHead();
    expect(await shown(list)).toEqual(["t1"]);
  });

  test("[SYNC-5] to open it gives its call a new beginning", () => {
    open({ currency: "BTC" }).open();
    expect(begunAnew).toEqual(["GET /analytics/filter"]);
  });
});

describe("what the host's stream of changes says", () => {
  const tell = (put: readonly ReturnType<typeof row>[], removed: readonly string[] = []): void =>
    sync.host.live.rows.set({ put: put.map((one) => toRow(one, now)), removed });

  test("[LIVE-4] a row that leaves the filter goes at once, and the host is asked for what may have come", async () => {
    listed = [row(1, { status: "PENDING" }), row(2, { status: "PENDING" }), row(3, { status: "PENDING" })];
    const list = open({ transactionStatus: "PENDING" });
    await list.refreshHead();
    const end = list.follow(() => {});
    tell([row(2, { status: "FAILED" })], ["t3"]);
    expect(await shown(list)).toEqual(["t1"]);
    expect(sync.host.live.asked.get()).toEqual({ views: ["filtered"] });
    // The host sends it again, so it is back.
    await list.refreshHead();
    expect(await shown(list)).toEqual(["t1", "t2", "t3"]);
    end();
    tell([], ["t1"]);
    expect(await shown(list)).toEqual(["t1", "t2", "t3"]);
  });

  test("[LIVE-4, SYNC-2] a row that left and matches again is back at once, though the host isn't asked for its page", async () => {
    listed = [row(1, { status: "PENDING" }), row(2, { status: "PENDING" }), row(3, { status: "PENDING" })];
    const list = open({ transactionStatus: "PENDING" });
    await list.refreshHead();
    const end = list.follow(() => {});
    tell([row(2, { status: "PROCESSING" })]);
    expect(await shown(list)).toEqual(["t1", "t3"]);
    tell([row(2, { status: "PENDING" })]);
    expect(await shown(list)).toEqual(["t1", "t2", "t3"]);
    end();
  });

  test("[LIVE-4] under a filter by the users' verification the host is asked again when users have changed, under another one it isn't", async () => {
    const { asked: views } = sync.host.live;
    listed = [row(1)];
    const [ofUsers, other] = [open({ userVerificationStatus: "unverified" }), open({ currency: "BTC" })];
    for (const [list, after] of [
      [other, ["users"]],
      [ofUsers, ["filtered"]],
    ] as const) {
      await list.refreshHead();
      const end = list.follow(() => {});
      views.set({ views: ["users"] });
      // Who heard it after this list has the same views before them.
      expect(views.get()).toEqual({ views: ["users"] });
      await Promise.resolve();
      expect(views.get()).toEqual({ views: after });
      end();
    }
  });

  test("[SYNC-2, LIVE-3] pages that were fetched before the stream began anew are behind it", async () => {
    listed = [row(1), row(2)];
    const list = open({ currency: "BTC" });
    await list.refreshHead();
    const stretch = { from: start - 60_000, to: start - 120_000 };
    for (const [since, isBehind] of [
      [now, false],
      [now + 1, true],
    ] as const) {
      await writeState(db, "followed", { position: "p", since, at: since, moved: {} });
      expect((await list.read(0, 1, [])).isBehind?.(stretch)).toBe(isBehind);
      const oldest = await new OldestList(list).read(0, 1, []);
      expect(oldest.isBehind?.({ from: stretch.to, to: stretch.from })).toBe(isBehind);
    }
  });

  test("[LIVE-4] a change in a row that stays asks for nothing, nor does one that the filter keeps out", async () => {
    listed = [row(1, { status: "PENDING" })];
    const list = open({ transactionStatus: "PENDING" });
    await list.refreshHead();
    onTestFinished(list.follow(() => {}));
    tell([row(1, { status: "PENDING", amount: "6" }), row(0, { status: "FAILED" })]);
    expect(sync.host.live.asked.get()).toBeUndefined();
    tell([row(0, { status: "PENDING" })]);
    expect(sync.host.live.asked.get()).toEqual({ views: ["filtered"] });
  });

  test("[LIVE-2, DASH-12] the host's matches are as old as the stream kept them, unless some may have come, or only the host could tell", async () => {
    sync = { ...sync, host: { ...sync.host, clock: { ...systemClock, now: () => now } } };
    listed = [row(1, { status: "PENDING" })];
    const at = now + 1_000_000;
    await writeState(db, "followed", { position: "1", since: now, at, moved: {} });
    const ageOf = async (list: FilteredList) => {
      await list.refreshHead();
      const { asOf, isUntold } = await list.read(0, 40, []);
      return { asOf, isUntold };
    };
    const list = open({ transactionStatus: "PENDING" });
    // Nobody has listened to the stream.
    expect(await ageOf(list)).toEqual({ asOf: now, isUntold: true });
    const end = list.follow(() => {});
    expect(await ageOf(list)).toEqual({ asOf: at, isUntold: false });
    const asOf = now;
    now += 5;
    tell([row(0, { status: "PENDING" })]);
    expect(await list.read(0, 40, [])).toMatchObject({ asOf, isUntold: true });
    expect(await ageOf(list)).toEqual({ asOf: at, isUntold: false });
    end();
    expect(await ageOf(list)).toEqual({ asOf: now, isUntold: true });
    for (const filter of [{ searchTerm: "ada" }, { userVerificationStatus: "unverified" }] as const) {
      const other = open(filter);
      onTestFinished(other.follow(() => {}));
      expect(await ageOf(other)).toEqual({ asOf: now, isUntold: true });
    }
  });
});

describe("rows that the host sends beside those asked for", () => {
  test("[DASH-10] days are those of the zone: the host is asked for all that they touch, and what lies outside is left out", async () => {
    // Lagos is an hour ahead: its 20th begins at 23:00 UTC on the 19th.
    const at = (id: string, createdAt: string) => row(0, { id, createdAt });
    listed = [at("in", "2026-11-20T22:30:00Z"), at("first", "2026-11-19T23:00:00Z"), at("before", "2026-11-19T22:59:00Z")];
    const list = open({ dateFrom: "2026-11-20", dateTo: "2026-11-20" }, "Africa/Lagos");
    await list.refreshHead();
    expect(asked[0]?.query).toMatchObject({ dateFrom: "2026-11-19", dateTo: "2026-11-20" });
    expect(await shown(list)).toEqual(["in", "first"]);
  });

  test("[DASH-7, DASH-10] an amount above a bound is asked for with the host's own bound, and an equal one is left out", async () => {
    listed = [row(0, { amount: "7" }), row(1, { amount: "5" }), row(2, { amount: "6" })];
    const list = open({ moreThan: "5" });
    await list.refreshHead();
    expect(asked[0]?.query).toMatchObject({ minAmount: "5" });
    expect(await shown(list)).toEqual(["t0", "t2"]);
    // Its amount has changed on the host.
    listed = [row(0, { amount: "7" }), row(1, { amount: "5.01" }), row(2, { amount: "6" })];
    await list.refreshHead();
    expect(await shown(list)).toEqual(["t0", "t1", "t2"]);
  });

  test("[DASH-6] a page of nothing but such rows is no end: further ones are asked for until something shows, or there are no more", async () => {
    pageSize = 10;
    listed = [...Array.from({ length: 30 }, (_, at) => row(at, { amount: "5" })), row(30, { amount: "6" })];
    const list = open({ moreThan: "5" });
    expect(await list.refreshHead()).toEqual({ is: "done" });
    expect(await shown(list)).toEqual(["t30"]);
    listed = listed.slice(0, 30);
    const barren = open({ moreThan: "5" });
    await barren.refreshHead();
    expect(await shown(barren)).toEqual([]);
    expect((await barren.read(0, 10, [])).atEnd).toBe(true);
  });
});

test("[DASH-10] a list of named rows says of how many the device doesn't know whether the user is verified, and isn't whole", async () => {
  await cache(row(1, { userId: "u1" }), row(2, { userId: "u9" }), row(3, { userId: "u9" }));
  await putUsers(db, [v.parse(user, { id: "u1", bvnVerified: true })], now);
  const list = open({ ids: "t1 t2 t3 t4", userVerificationStatus: "bvnVerified" });
  await list.refreshHead();
  expect(await shown(list)).toEqual(["t1"]);
  expect(list.matching.get()).toEqual({ is: "ids", missing: ["t4"], undecided: 2 });
  expect((await list.read(0, 0, [])).atEnd).toBe(false);
  expect(
    await gather(
      list,
      () => false,
      new AbortController().signal,
      () => {},
    ),
  ).toBe("whole");
});

test("[SYNC-2, SYNC-3] what is in sight is fetched again where the host has it, below the rows that are left out", async () => {
  listed = [...Array.from({ length: 60 }, (_, at) => row(at)), ...Array.from({ length: 60 }, (_, at) => row(60 + at, { amount: "6" }))];
  const list = open({ moreThan: "5" });
  await list.refreshHead();
  await list.extend();
  expect((await shown(list))[0]).toBe("t60");
  listed = listed.filter(({ id }) => id !== "t65");
  asked.length = 0;
  expect(await list.refreshView({ from: start - 60_000 * 60, to: start - 60_000 * 70, firstIndex: 0 })).toEqual({ is: "done" });
  // The list's first row is the host's 61st.
  expect(asked[0]?.query).toMatchObject({ page: 2, limit: 50 });
  expect((await shown(list)).slice(4, 7)).toEqual(["t64", "t66", "t67"]);
});

describe("the list as it grows", () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => row(at));

  test("[DASH-6, SYNC-2] each further page follows without a gap or a row twice, to the host's end", async () => {
    listed = many(120);
    const list = open({ searchTerm: "ada" });
    await list.refreshHead();
    expect(await list.read(0, 10, [])).toMatchObject({ rows: 50, atEnd: false });
    await list.extend();
    await list.extend();
    const window = await list.read(0, 1000, []);
    expect(window).toMatchObject({ rows: 120, gaps: 0, atEnd: true, asOf: expect.any(Number) });
    expect(await shown(list)).toEqual(many(120).map(({ id }) => id));
  });

  test("[SYNC-2] more new rows than are fetched at once leave a gap that says so, and is closed from the row above it", async () => {
    listed = many(60);
    const list = open({ searchTerm: "ada" });
    await list.refreshHead();
    const newer = Array.from({ length: 1100 }, (_, at) => row(at - 1100));
    listed = [...newer, ...many(60)];
    await list.refreshHead();
    const { items, gaps, firstGap } = await list.read(0, 2000, []);
    expect(gaps).toBe(1);
    const gap = items.find((item) => item?.is === "gap");
    if (gap?.is !== "gap" || gap.from === undefined) throw new Error("there is no gap");
    expect(firstGap).toEqual({ from: gap.from });
    expect(await list.missing()).not.toEqual([]);
    await list.closeGap(gap.from);
    for (let turn = 0; turn < 10 && (await list.read(0, 1, [])).gaps > 0; turn += 1) await list.closeGap(gap.from);
    expect((await list.read(0, 2000, [])).gaps).toBe(0);
    expect((await shown(list)).slice(0, 1150)).toEqual([...newer, ...many(50)].map(({ id }) => id));
  });

  test("[SYNC-3] a row that the host no longer has for the filter goes from the list with the next answer", async () => {
    listed = many(10);
    const list = open({ searchTerm: "ada" });
    await list.refreshHead();
    listed = listed.filter(({ id }) => id !== "t4");
    await list.refreshHead();
    expect(await shown(list)).toEqual(listed.map(({ id }) => id));
  });

  test("[SYNC-1] a reading says where the reader's rows stand now, and where one that went would", async () => {
    listed = many(10);
    const list = open({ searchTerm: "ada" });
    await list.refreshHead();
    const at = (minute: number) => ({ at: start - 60_000 * minute, id: `t${minute}` });
    listed = [row(-1), ...listed.filter(({ id }) => id !== "t4")];
    await list.refreshHead();
    expect((await list.read(0, 5, [at(3), at(4), at(99), undefined])).places).toEqual([4, 5, undefined, undefined]);
  });

  test("[SYNC-1, SYNC-9] nothing down to its oldest row goes from the cache while it is looked at", async () => {
    listed = many(60);
    const list = open({ searchTerm: "ada" });
    await list.refreshHead();
    await list.extend();
    expect(held.map(({ to }) => to)).toContain(start - 60_000 * 49);
    expect(held.at(-1)?.to).toBe(start - 60_000 * 59);
  });

  test("[SYNC-1] who follows it hears of every change to it and of every write to the cache, until he stops", async () => {
    listed = many(3);
    const list = open({ searchTerm: "ada" });
    let heard = 0;
    const stop = list.follow(() => (heard += 1));
    await list.refreshHead();
    expect(heard).toBeGreaterThan(0);
    const before = heard;
    await cache(row(77));
    await expect.poll(() => heard).toBeGreaterThan(before);
    stop();
    const last = heard;
    await cache(row(78));
    await list.refreshHead();
    expect(heard).toBe(last);
  });

  test("[SYNC-1] what was read is kept for who reads on, and read anew once something was written", async () => {
    listed = many(3);
    const list = open({ searchTerm: "ada" });
    list.follow(() => {});
    await list.refreshHead();
    const first = (await list.readOn(0, 2)).items[1];
    const again = (await list.readOn(0, 2)).items[1];
    if (first?.is !== "row" || again?.is !== "row") throw new Error("there is no row");
    expect(again.row).toBe(first.row);
    now += 1000;
    await cache(row(1, { status: "FAILED" }));
    await expect.poll(async () => (await list.readOn(0, 2)).items[1]).toMatchObject({ row: { status: "FAILED" } });
  });

  test("[SYNC-5] once nobody looks at it any more, what is under way for it is aborted", async () => {
    listed = many(3);
    const list = open({ searchTerm: "ada" });
    await list.refreshHead();
    expect(asked[0]?.signal.aborted).toBe(false);
    list.close();
    expect(asked[0]?.signal.aborted).toBe(true);
  });
});
