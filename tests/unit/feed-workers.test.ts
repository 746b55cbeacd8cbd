import { beforeEach, describe, expect, test } from "vitest";
import * as v from "valibot";
import { eventFrame } from "../../src/contract/events.ts";
import { offrampRate, setOfframpRate } from "../../src/contract/rates.ts";
import { readAnalytics, userTotal } from "../../src/db/figures/analytics.ts";
import { readFee, readFees } from "../../src/db/figures/fees.ts";
import { readFigure } from "../../src/db/figures/rates.ts";
import { readWallets } from "../../src/db/figures/wallets.ts";
import type { Database } from "../../src/db/store/database.ts";
import { fetchAnalytics } from "../../src/sync/feeds/dashboard-feed.ts";
import { auditFeeds, auditPath } from "../../src/sync/feeds/audit-feed.ts";
import { feeFeeds } from "../../src/sync/feeds/fees-feed.ts";
import { singleFigureFeeds } from "../../src/sync/feeds/rates-feed.ts";
import { walletsFeed } from "../../src/sync/feeds/wallets-feed.ts";
import type { Host } from "../../src/sync/wire/host.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { connectPlayed, emptyCache } from "../support/played-host.ts";

let played: PlayedCalls;
let host: Host;
let db: Database;
let stop: AbortController;

beforeEach(async () => {
  played = new PlayedCalls();
  host = connectPlayed(played, { auditLog: "/log" });
  db = await emptyCache();
  stop = new AbortController();
});

/** Lets the screen leave while this call is answered with what it is answered with. */
const left = (call: string, json: object): PlayedCalls =>
  played.on(call, () => {
    stop.abort();
    return { json };
  });

describe("the rates", () => {
  const onramp = "GET /onramp/onramp-rate";

  test("[RATE-1] each is kept under its own name", async () => {
    const feeds = singleFigureFeeds(host, db);
    played
      .on(onramp, { json: { success: true, data: { rate: 1500 } } })
      .on("GET /offramp/offramp-rate", { json: { success: true, data: { rate: 1400.5 } } });
    expect(await feeds.onramp(null, stop.signal)).toEqual({ is: "done" });
    expect(await feeds.offramp(null, stop.signal)).toEqual({ is: "done" });
    expect([(await readFigure(db, "onramp"))?.value.rate, (await readFigure(db, "offramp"))?.value.rate]).toEqual(["1500", "1400.5"]);
    expect(await readFigure(db, "markup")).toBeUndefined();
  });

  test("[RATE-1] of an answer with both rates, each call reads its own", async () => {
    const feeds = singleFigureFeeds(host, db);
    const both = { json: { success: true, data: { onrampRate: 1550, offrampRate: 1480 } } };
    played.on(onramp, both).on("GET /offramp/offramp-rate", both);
    await Promise.all([feeds.onramp(null, stop.signal), feeds.offramp(null, stop.signal)]);
    expect([(await readFigure(db, "onramp"))?.value.rate, (await readFigure(db, "offramp"))?.value.rate]).toEqual(["1550", "1480"]);
    const other = { data: { onrampRate: 1550 } };
    expect(v.parse(setOfframpRate.answer, { ...both.json, message: "Set" })).toMatchObject({ rate: "1480", message: "Set" });
    expect([v.parse(setOfframpRate.answer, other).rate, v.parse(offrampRate.answer, other).rate]).toEqual(["1550", "1550"]);
    // Set, or taken back, the other one alone.
    const none = { data: { onrampRate: 1600, offrampRate: null } };
    expect([v.parse(offrampRate.answer, none).rate, v.parse(setOfframpRate.answer, none).rate]).toEqual([undefined, undefined]);
    const row = both.json.data;
    expect(
      (["onramp", "offramp"] as const).map((kind) => v.parse(eventFrame, { event: "change", id: "1", data: { kind, row } })),
    ).toMatchObject([{ data: { row: { rate: "1550" } } }, { data: { row: { rate: "1480" } } }]);
  });

  test.each(["onramp", "offramp", "markup", "markdown"])("[LIVE-2] a %s that the host has no more is told as its call tells it", (kind) => {
    const told = v.parse(eventFrame, { event: "change", id: "1", data: { kind, row: null } });
    expect(told).toEqual(v.parse(eventFrame, { event: "change", id: "1", data: { kind, row: { data: null } } }));
  });

  test("[SYNC-8] a refusal inside a 2xx is reported like any other, and what was known stays", async () => {
    const feeds = singleFigureFeeds(host, db);
    played.on(onramp, { json: { success: true, data: { rate: 1500 } } });
    await feeds.onramp(null, stop.signal);
    played.on(onramp, { json: { success: false, message: "Closed today", data: { rate: 1 } } });
    expect(await feeds.onramp(null, stop.signal)).toEqual({ is: "failed" });
    expect(host.trouble.get()).toMatchObject({ answer: { is: "refused", status: 200, message: "Closed today" }, willRetry: false });
    expect((await readFigure(db, "onramp"))?.value.rate).toBe("1500");
  });

  test("a screen that has left keeps nothing", async () => {
    left(onramp, { success: true, data: { rate: 1500 } });
    expect(await singleFigureFeeds(host, db).onramp(null, stop.signal)).toEqual({ is: "failed" });
    expect(await readFigure(db, "onramp")).toBeUndefined();
  });
});

describe("the fees", () => {
  const list = "GET /set-fee/crypto-fee";
  const fee = (networkFee: number, network = "BTC") => ({ currency: "BTC", network, networkFee });

  test("[FEE-1] the list replaces the list", async () => {
    const { fees } = feeFeeds(host, db);
    played.on(list, { json: { success: true, data: [fee(1), fee(2, "LIGHTNING")] } });
    expect(await fees(null, stop.signal)).toEqual({ is: "done" });
    played.on(list, { json: { success: true, data: [fee(3)] } });
    expect(await fees(null, stop.signal)).toEqual({ is: "done" });
    expect((await readFees(db))?.fees.map(({ network, networkFee }) => `${network} ${networkFee}`)).toEqual(["BTC 3"]);
    played.on(list, { status: 403, json: {} });
    expect(await fees(null, stop.signal)).toEqual({ is: "failed" });
    expect((await readFees(db))?.fees).toHaveLength(1);
  });

  test("[FEE-1] one fee is asked for by its names, in the path's own letters, and no other input is taken", async () => {
    const one = feeFeeds(host, db).fee;
    played.on("GET /set-fee/crypto-fee/BTC/A%2FB", { json: { success: true, data: fee(4, "A/B") } });
    expect(await one({ currency: "BTC", network: "A/B" }, stop.signal)).toEqual({ is: "done" });
    expect((await readFee(db, "BTC", "A/B"))?.fee.networkFee).toBe("4");
    await expect(one(JSON.parse('{"currency":"BTC"}'), stop.signal)).rejects.toThrow();
  });
});

describe("the dashboard's figures", () => {
  const figures = "GET /analytics/dashboard";
  const users = "GET /usermanagement/users";
  const page = (count: number, total?: number) => ({
    json: { users: Array.from({ length: count }, (_, n) => ({ _id: `u${n}` })), ...(total !== undefined && { pagination: { total } }) },
  });

  test("[DASH-1] figures and count of users come with one fetch", async () => {
    played.on(figures, { json: { data: { users: { total: 9 } } } }).on(users, page(10, 340));
    expect(await fetchAnalytics(host, db, stop.signal)).toEqual({ is: "done" });
    expect((await readAnalytics(db))?.figures.users?.total).toBe(9);
    expect(await userTotal(db)).toBe(340);
    expect(played.callsOf(users)[0]?.query).toEqual({ limit: "10", skip: "0", sort: "-createdAt" });
  });

  test("[DASH-1] without a total, a page that isn't full is the count; a full one counts what is cached", async () => {
    played.on(figures, { json: { data: {} } }).on(users, page(3));
    await fetchAnalytics(host, db, stop.signal);
    expect(await userTotal(db)).toBe(3);
    played.on(users, page(10));
    await db.users.add({ id: "another", seenAt: 1 });
    await fetchAnalytics(host, db, stop.signal);
    expect(await userTotal(db)).toBe(11);
  });

  test("[DASH-1] figures that can't be had don't keep the users back, and the other way round", async () => {
    played.on(figures, { status: 403, json: {} }).on(users, page(2));
    expect(await fetchAnalytics(host, db, stop.signal)).toEqual({ is: "failed" });
    expect(await userTotal(db)).toBe(2);
    played.on(figures, { json: { data: {} } }).on(users, { status: 403, json: {} });
    expect(await fetchAnalytics(host, db, stop.signal)).toEqual({ is: "done" });
    expect(await userTotal(db)).toBe(2);
  });

  test("a session that has ended meanwhile keeps nothing", async () => {
    left(figures, { data: {} }).on(users, page(2));
    expect(await fetchAnalytics(host, db, stop.signal)).toEqual({ is: "failed" });
    expect(await db.state.count()).toBe(0);
  });
});

describe("the wallets", () => {
  const call = "GET /admin/users/wallets";

  test("[WALL-1] are asked for by email without its blanks, and kept under it in any spelling", async () => {
    played.on(call, { json: { email: "ADA@example.com", balances: { btcBalance: 1 } } });
    expect(await walletsFeed(host, db)(" ada@example.com ", stop.signal)).toEqual({ is: "done" });
    expect(played.callsOf(call)[0]?.query).toEqual({ email: "ada@example.com" });
    expect((await readWallets(db, "Ada@Example.com"))?.wallets.balances).toEqual({ btcBalance: "1" });
  });

  test("[WALL-1] another user's are odd and kept under nobody; a refusal has its words", async () => {
    played.on(call, { json: { email: "bea@example.com", balances: { btcBalance: 7 } } });
    expect(await walletsFeed(host, db)("ada@example.com", stop.signal)).toEqual({ is: "odd" });
    played.on(call, { status: 404, json: { message: "Nobody" } });
    expect(await walletsFeed(host, db)("ada@example.com", stop.signal)).toEqual({ is: "failed", message: "Nobody" });
    expect(await db.wallets.count()).toBe(0);
  });

  test("[WALL-1, SYNC-8] an answer without balances takes the place of nothing that the host told before", async () => {
    const feed = walletsFeed(host, db);
    const wallets = { btc_wallet: { address: "bc1q" } };
    played.on(call, { json: { email: "ada@example.com", wallets, balances: { btcBalance: 1 } } });
    await feed("ada@example.com", stop.signal);
    played.on(call, { json: { email: "ada@example.com", wallets } });
    expect(await feed("ada@example.com", stop.signal)).toEqual({ is: "failed", message: undefined });
    expect((await readWallets(db, "ada@example.com"))?.wallets.balances).toEqual({ btcBalance: "1" });
    expect(await feed("bea@example.com", stop.signal)).toEqual({ is: "odd" });
  });
});

describe("the log", () => {
  const hash = "0".repeat(64);
  const entry = (seq: number) => ({
    seq,
    previous: hash,
    hash,
    at: "2026-11-20T12:00:00.000Z",
    asked: null,
    before: null,
    after: null,
    action: "fund",
    outcome: "done",
  });

  test("[AUD-1] lies where config.json says, else where the documents do", () => {
    expect(auditPath(host, "/chain")).toBe("/log/chain");
    const { auditLog: _, ...config } = host.config;
    expect(auditPath({ ...host, config })).toBe("/audit/logs");
  });

  test("[AUD-1] a page is asked for under its filter and end, and its numbers are kept", async () => {
    played.on("GET /log", { json: { success: true, data: [entry(9), entry(8)], pagination: { total: 2 } } });
    const { audit } = auditFeeds(host, db);
    expect(await audit({ filter: { action: "fund" }, page: 1 }, stop.signal)).toEqual({ is: "done" });
    expect(await audit({ filter: { action: "fund" }, page: 2, upTo: 9 }, stop.signal)).toEqual({ is: "done" });
    expect(played.callsOf("GET /log").map(({ query }) => query)).toEqual([
      { action: "fund", page: "1", limit: "50" },
      { action: "fund", page: "2", limit: "50", upTo: "9" },
    ]);
    expect((await db.auditViews.toArray())[0]).toMatchObject({ upTo: 9, total: 2, pages: { 1: [9, 8] } });
  });

  test.each([{ total: 9 }, { hasNextPage: true }])(
    "[AUD-1] a page that has fewer entries than there are is kept, and has failed: the others can't be reached; %s",
    async (pagination) => {
      played.on("GET /log", { json: { data: [entry(9), entry(8)], pagination } });
      expect(await auditFeeds(host, db).audit({ filter: {}, page: 1 }, stop.signal)).toEqual({ is: "failed" });
      expect((await db.auditViews.toArray())[0]).toMatchObject({ pages: { 1: [9, 8] } });
    },
  );

  test("[AUD-1] without a total, what was sent counts", async () => {
    played.on("GET /log", { json: { data: [entry(2), entry(1)] } });
    await auditFeeds(host, db).audit({ filter: {}, page: 1 }, stop.signal);
    expect((await db.auditViews.toArray())[0]?.total).toBe(2);
  });

  test("[AUD-1] a refusal has its words and keeps nothing; nor does a screen that has left", async () => {
    const { audit, auditCounters } = auditFeeds(host, db);
    played.on("GET /log", { status: 403, json: { message: "Not you" } });
    expect(await audit({ filter: {}, page: 1 }, stop.signal)).toEqual({ is: "failed", message: "Not you" });
    left("GET /log/counters", { data: { events: 1, alerts: 0, activeUsers: 1 } });
    expect((await auditCounters({}, stop.signal)).is).toBe("failed");
    expect([await db.auditViews.count(), await db.state.count()]).toEqual([0, 0]);
  });

  test("[AUD-3] an entry is the one with its number, or odd", async () => {
    const { auditEntry } = auditFeeds(host, db);
    const answers = (...entries: object[]) => played.on("GET /log/chain", { json: { data: { entries, head: { seq: 9, hash } } } });
    answers(entry(4));
    expect(await auditEntry(4, stop.signal)).toEqual({ is: "done" });
    expect(await db.audit.get(4)).toMatchObject({ action: "fund" });
    answers(entry(5));
    expect(await auditEntry(6, stop.signal)).toEqual({ is: "odd" });
    answers({ seq: 7, previous: hash, hash });
    expect(await auditEntry(7, stop.signal)).toEqual({ is: "odd" });
    answers();
    expect(await auditEntry(8, stop.signal)).toEqual({ is: "odd" });
    expect(await db.audit.count()).toBe(1);
  });
});
