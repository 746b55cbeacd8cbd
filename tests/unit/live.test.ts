import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { cryptoFee } from "../../src/contract/fees.ts";
import { giftCardRate } from "../../src/contract/gift-cards.ts";
import { transaction } from "../../src/contract/transactions.ts";
import { Database, readState } from "../../src/db/store/database.ts";
import { putFees, readFees } from "../../src/db/figures/fees.ts";
import { putGiftCardRates, readGiftCardRates } from "../../src/db/figures/gift-cards.ts";
import { readFigure } from "../../src/db/figures/rates.ts";
import { readWindow } from "../../src/db/transactions/transaction-list.ts";
import { applyPages, takeTerm, toRow } from "../../src/db/transactions/transactions.ts";
import { readUser } from "../../src/db/people/users.ts";
import { connect, type Host } from "../../src/sync/wire/host.ts";
import { keepFresh } from "../../src/sync/transactions/keep-fresh.ts";
import { followStream, type Following } from "../../src/sync/live/follow-stream.ts";
import type { ViewName } from "../../src/sync/wire/live-state.ts";
import type { DemandResult } from "../../src/sync/feeds/feed-worker.ts";
import { changeOf } from "../../src/sync/live/what-changes.ts";
import { noteLife } from "../../src/db/transactions/note-followed.ts";
import { proofOf } from "../../src/sync/transactions/page-proof.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { type PlayedStream, playStream } from "../support/played-stream.ts";

const start = Date.UTC(2026, 10, 26, 12);
const row = (n: number, status = "PENDING") => ({ id: `t${n}`, createdAt: new Date(start - 100_000 + n * 1000).toISOString(), status });

const fee = (networkFee: number) => v.parse(cryptoFee, { currency: "BTC", network: "BTC", networkFee });

let db: Database;
let host: Host;
let leading: AbortController;
let streams: PlayedStream[];
/** Replaces the stream. */
let instead: (() => Response) | undefined;
let asked: unknown[];
let heads: number;
let errors: unknown[];
let life: (number | undefined)[];
let term: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: start });
  [streams, asked, heads, errors, life, instead] = [[], [], 0, [], [], undefined];
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    if (!input.includes("/api/events")) return new Response("{}");
    if (instead) return instead();
    const { response, stream } = playStream(input, init);
    streams.push(stream);
    return response;
  });
  sessionStore.open("token", { email: `admin-${Math.random()}@example.com` });
  db = new Database(`live-${Math.random()}`);
  term = await takeTerm(db);
  leading = new AbortController();
  host = connect(v.parse(config, { host: "http://host", events: "/api/events" }), leading.signal);
});

afterEach(async () => {
  leading.abort();
  sessionStore.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await db.delete();
});

/** Waits until what was sent has been processed: IndexedDB uses real timers. */
const until = (holds: () => void | Promise<void>): Promise<void> => vi.waitFor(holds, { timeout: 3000, interval: 1 });

function begin(parts: Partial<Following> = {}): void {
  const presence = { heardPresence: vi.fn(), heardBegin: vi.fn(), heardLife: vi.fn() };
  const following: Following = {
    host,
    db,
    term: () => term,
    publish: () => {},
    life: (at) => life.push(at),
    ask: (views) => asked.push(views),
    fetchHead: () => {
      heads += 1;
    },
    presence,
    onError: (error) => errors.push(error),
    ...parts,
  };
  void followStream(following, leading.signal);
}

async function stream(n = 0): Promise<PlayedStream> {
  await until(() => expect(streams.length).toBeGreaterThan(n));
  const found = streams[n];
  if (!found) throw new Error("no stream");
  return found;
}

/** Opens a stream that has reported everything. */
async function sound(position = "p0", n = 0): Promise<PlayedStream> {
  const one = await stream(n);
  one.send("hello", { position, complete: true });
  await at(position);
  return one;
}

/** Caches the head of the list as a page fetched now. */
async function fetchHead(...rows: readonly ReturnType<typeof row>[]): Promise<void> {
  vi.setSystemTime(Date.now() + 1);
  const fetched = { page: 1, limit: 50, rows: rows.map((one) => v.parse(transaction, one)), hasNextPage: false, asOf: Date.now() };
  await applyPages(db, [{ rows: fetched.rows, proof: proofOf(fetched), gone: new Set() }], term);
}

const shown = async (): Promise<(string | undefined)[]> =>
  (await readWindow(db, 0, 100, [])).items.map((item) => (item?.is === "row" ? `${item.row.id} ${item.row.status}` : item?.is));

const followed = () => readState(db, "followed");
const at = (position: string) => until(async () => expect((await followed())?.position).toBe(position));

describe("a stream of changes", () => {
  test("[LIVE-1, LIVE-4] what it says stands in the list: a new row, a status, a deletion", async () => {
    begin();
    const one = await sound();
    expect(one.url.search).toBe("");
    expect(one.headers.get("authorization")).toBe("Bearer token");
    expect(one.headers.get("accept")).toBe("text/event-stream");
    await fetchHead(row(2), row(1));
    one.send("change", { kind: "transaction", row: row(3) }, "p1");
    one.send("change", { kind: "transaction", row: row(1, "SUCCESSFUL") }, "p2");
    one.send("change", { kind: "transaction", gone: "t2" }, "p3");
    await at("p3");
    expect(await shown()).toEqual(["t3 PENDING", "t1 SUCCESSFUL"]);
  });

  test("[LIVE-2] after a cut it goes on after the last position", async () => {
    begin();
    const one = await sound();
    one.send("change", { kind: "transaction", row: row(3) }, "p1");
    await at("p1");
    one.cut();
    await until(() => expect(life.at(-1)).toBeUndefined());
    await vi.advanceTimersByTimeAsync(5000);
    expect((await stream(1)).url.searchParams.get("after")).toBe("p1");
  });

  test("[LIVE-2] a stream that goes on and is complete keeps up what was fetched before the cut; one that isn't, does not", async () => {
    begin();
    const one = await sound();
    await fetchHead(row(1));
    const { since } = (await followed()) ?? {};
    one.cut();
    await vi.advanceTimersByTimeAsync(5000);
    const cutAt = Date.now();
    await sound("p5", 1);
    expect((await followed())?.since).toBe(since);
    expect((await readWindow(db, 0, 10, [])).asOf).toBeGreaterThanOrEqual(cutAt);
    const before = Date.now();
    (await stream(1)).cut();
    await vi.advanceTimersByTimeAsync(5000);
    (await stream(2)).send("hello", { position: "p9", complete: false });
    await at("p9");
    expect((await followed())?.since).toBeGreaterThan(before);
    expect((await readWindow(db, 0, 10, [])).asOf).toBeLessThan(before);
    expect(asked).toEqual(["all", "all", "all"]);
  });

  test("[LIVE-2] a host may count its positions", async () => {
    begin();
    (await stream()).send("hello", { position: 17, complete: true });
    await at("17");
  });

  test("[LIVE-2] what is told before the hello doesn't say yet that nothing is missing", async () => {
    begin();
    await sound();
    await fetchHead(row(1));
    const before = await followed();
    (await stream()).cut();
    await vi.advanceTimersByTimeAsync(5000);
    (await stream(1)).send("change", { kind: "transaction", row: row(3) }, "p1");
    await at("p1");
    expect(await followed()).toMatchObject({ since: before?.since, at: before?.at });
    expect(life.at(-1)).toBeUndefined();
  });

  test("[LIVE-2] after a reset the next stream has no position, and nothing is kept up until then", async () => {
    begin();
    const one = await sound();
    one.send("reset", { why: "The reader was too slow." });
    one.cut();
    await until(async () => expect(await followed()).toBeUndefined());
    await vi.advanceTimersByTimeAsync(5000);
    expect((await stream(1)).url.search).toBe("");
  });

  test("[LIVE-3] a stream that says nothing for 30 s is cut and taken up again", async () => {
    begin();
    const one = await sound();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(one.isLeft()).toBe(false);
    await vi.advanceTimersByTimeAsync(1500);
    await until(() => expect(one.isLeft()).toBe(true));
    await vi.advanceTimersByTimeAsync(5000);
    await stream(1);
  });

  test("[LIVE-2, LIVE-3] what arrives after a sleep, or a jump of the clock, says nothing of now", async () => {
    begin();
    const one = await sound();
    const { at: before } = (await followed()) ?? {};
    vi.setSystemTime(Date.now() + 3_600_000);
    one.write(":\n\n");
    await until(() => expect(one.isLeft()).toBe(true));
    expect((await followed())?.at).toBe(before);
    expect(errors).toEqual([]);
    await vi.advanceTimersByTimeAsync(5000);
    expect((await stream(1)).url.searchParams.get("after")).toBe("p0");
  });

  test("[LIVE-2, SYNC-6] a tab that another one has overtaken writes nothing that its stream still says", async () => {
    begin();
    const one = await sound();
    await takeTerm(db);
    one.send("change", { kind: "transaction", row: row(3) }, "p1");
    await until(() => expect(errors).toHaveLength(1));
    expect((await followed())?.position).toBe("p0");
  });

  test("[LIVE-2, SYNC-8] a row that can't be read stops the stream, names the call, and nothing is kept up any more", async () => {
    begin();
    const one = await sound();
    one.send("change", { kind: "transaction", row: { id: "t1", createdAt: "soon" } }, "p1");
    await until(async () => expect(await followed()).toBeUndefined());
    await until(() => expect(host.trouble.get()?.answer).toMatchObject({ is: "malformed" }));
    expect(host.trouble.get()?.call).toBe("GET /api/events");
  });

  test("[LIVE-1] events and kinds that this version doesn't know are passed over", async () => {
    begin();
    const one = await sound();
    one.send("weather", { sun: true });
    one.send("change", { kind: "voucher", row: { id: 7 } }, "p1");
    one.send("change", { kind: "transaction", row: row(3) }, "p2");
    await at("p2");
    expect(errors).toEqual([]);
  });

  test("[LIVE-2] a page that was asked for before a deletion doesn't bring the row back, nor an older status", async () => {
    begin();
    const one = await sound();
    await fetchHead(row(2), row(1));
    const asOf = Date.now();
    vi.setSystemTime(asOf + 100);
    one.send("change", { kind: "transaction", gone: "t2" }, "p1");
    one.send("change", { kind: "transaction", row: row(1, "FAILED") }, "p2");
    one.send("change", { kind: "transaction", row: row(4) }, "p3");
    await at("p3");
    const rows = [row(2), row(1)].map((each) => v.parse(transaction, each));
    await applyPages(db, [{ rows, proof: proofOf({ page: 1, limit: 50, rows, hasNextPage: false, asOf }), gone: new Set() }], term);
    expect(await shown()).toEqual(["t4 PENDING", "t1 FAILED"]);
  });

  test("[LIVE-4, SYNC-2] a row of which isn't known what lies between it and the list has the head fetched", async () => {
    await fetchHead(row(1));
    begin();
    const one = await sound();
    one.send("change", { kind: "transaction", row: row(3) }, "p1");
    await until(() => expect(heads).toBe(1));
    expect(await shown()).toEqual(["t1 PENDING"]);
  });

  test("[LIVE-4] users, fees, rates, gift card rates and slips come with it; lists that it can't tell are asked for", async () => {
    begin();
    const one = await sound();
    await putFees(db, [fee(1)], Date.now());
    await putGiftCardRates(db, [], Date.now());
    asked.length = 0;
    one.send("change", { kind: "user", row: { _id: "u1", email: "ada@example.com" } }, "p1");
    one.send("change", { kind: "fee", row: { currency: "BTC", network: "BTC", networkFee: 2 } }, "p2");
    one.send("change", { kind: "onramp", row: { rate: 1600 } }, "p3");
    one.send("change", { kind: "giftRate", row: { id: "g1", cardType: "AMAZON", country: "US", rate: 900 } }, "p4");
    await at("p4");
    expect((await readUser(db, { email: "ada@example.com" }))?.id).toBe("u1");
    expect((await readFees(db))?.fees).toMatchObject([{ networkFee: "2" }]);
    expect((await readFigure(db, "onramp"))?.value.rate).toBe("1600");
    expect((await readGiftCardRates(db))?.rates).toMatchObject([{ id: "g1", rate: "900" }]);
    expect(asked.flat()).toContain("users");
    await noteLife(db, Date.now(), term);
    asked.length = 0;
    one.send("change", { kind: "user", row: { _id: "u1", email: "ada@example.com", lastSeen: "now" } }, "p5");
    one.send("change", { kind: "fee", gone: "BTC/BTC" }, "p6");
    one.send("change", { kind: "giftRate", gone: "g1" }, "p7");
    await at("p7");
    expect(asked).toEqual([]);
    one.send("change", { kind: "user", row: { _id: "u1", email: "ada@example.org" } }, "p7b");
    await until(() => expect(asked.flat()).toEqual(["users", "user"]));
    asked.length = 0;
    one.send("change", { kind: "user", gone: "u1" }, "p8");
    one.send("figures", {});
    await until(() => expect(asked.flat()).toEqual(["users", "user", "analytics"]));
    expect((await readFees(db))?.fees).toEqual([]);
    expect((await readGiftCardRates(db))?.rates).toEqual([]);
    expect(await readUser(db, { id: "u1" })).toBeUndefined();
  });

  test("[LIVE-2] a list of fees or gift card rates that was on its way doesn't undo what the stream said", async () => {
    begin();
    const one = await sound();
    const asOf = Date.now();
    vi.setSystemTime(asOf + 50);
    one.send("change", { kind: "fee", row: { currency: "BTC", network: "BTC", networkFee: 2 } }, "p1");
    one.send("change", { kind: "giftRate", row: { id: "g1", cardType: "AMAZON", country: "US", rate: 900 } }, "p2");
    one.send("change", { kind: "giftRate", gone: "g2" }, "p3");
    await at("p3");
    await putFees(db, [fee(1)], asOf);
    const rate = (id: string) => v.parse(giftCardRate, { id, cardType: "AMAZON", country: "US", rate: 800 });
    await putGiftCardRates(db, [rate("g1"), rate("g2")], asOf);
    expect((await readFees(db))?.fees).toMatchObject([{ networkFee: "2" }]);
    expect((await readGiftCardRates(db))?.rates).toMatchObject([{ id: "g1", rate: "900" }]);
  });

  test("[LIVE-1, SYNC-5] a host that refuses the stream is asked no more under that token; a new one has a stream of its own", async () => {
    instead = () => Response.json({ success: false }, { status: 403 });
    begin();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(streams).toEqual([]);
    instead = undefined;
    sessionStore.open("other", { email: "ada@example.com" });
    expect((await stream()).headers.get("authorization")).toBe("Bearer other");
    sessionStore.open("third", { email: "ada@example.com" });
    await until(() => expect(streams[0]?.isLeft()).toBe(true));
    expect((await stream(1)).headers.get("authorization")).toBe("Bearer third");
  });

  test("[LIVE-2] a host that refuses a position which it no longer has is asked again without one", async () => {
    begin();
    const one = await sound();
    instead = () => Response.json({ success: false, field: "after", message: "after is too old" }, { status: 410 });
    one.cut();
    await until(async () => expect(await followed()).toBeUndefined());
    instead = undefined;
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await stream(1)).url.searchParams.has("after")).toBe(false);
  });

  test.each([
    ["text", () => new Response("404 page not found", { status: 404, headers: { "content-type": "text/plain" } })],
    ["JSON", () => Response.json({ message: "no Route matched with those values" }, { status: 404 })],
    ["too early", () => new Response("", { status: 425 })],
  ])(
    "[LIVE-1, SYNC-5] a stream that a proxy refuses in the host's place (%s) is asked for again under the same token",
    async (_, refusal) => {
      instead = refusal;
      begin();
      await vi.advanceTimersByTimeAsync(20);
      instead = undefined;
      await vi.advanceTimersByTimeAsync(60_000);
      expect((await stream()).headers.get("authorization")).toMatch(/^Bearer /);
    },
  );

  test("[LIVE-1, SYNC-5] a host that asks to come again at once is given growing pauses", async () => {
    const times: number[] = [];
    instead = () => {
      times.push(Date.now());
      return new Response("{}", { status: 429, headers: { "retry-after": "0" } });
    };
    begin();
    await until(async () => {
      await vi.advanceTimersByTimeAsync(20);
      expect(times.length).toBeGreaterThan(3);
    });
    const [first = 0, second = 0, third = 0, fourth = 0] = times;
    for (const [pauseMs, leastMs] of [
      [second - first, 500],
      [third - second, 1000],
      [fourth - third, 2000],
    ] as const)
      expect(pauseMs).toBeGreaterThanOrEqual(leastMs);
  });

  test("[LIVE-1] a tab that no longer leads lets go of it", async () => {
    begin();
    const one = await sound();
    leading.abort();
    expect(one.isLeft()).toBe(true);
  });
});

describe("while the stream is sound", () => {
  const refreshes: number[] = [];
  /** The result of every refresh; the first one is not counted. */
  let result: DemandResult;
  const keep = async (view: ViewName): Promise<void> => {
    result = { is: "done" };
    refreshes.length = 0;
    host.reach.answered(Date.now());
    const refresh = async (maxAgeMs: number) => {
      refreshes.push(maxAgeMs);
      return result;
    };
    keepFresh(host, refresh, leading.signal, view);
    await vi.advanceTimersByTimeAsync(0);
    expect(refreshes.splice(0)).toEqual([0]);
  };
  /** Heartbeats every 10 s. */
  async function live(minutes: number): Promise<void> {
    for (let tens = 0; tens < minutes * 6; tens += 1) {
      host.live.lastAt.set(Date.now());
      await vi.advanceTimersByTimeAsync(10_000);
    }
  }

  test("[LIVE-3] nothing is polled, but for one look every quarter of an hour; once it is silent for 30 s, all is polled again", async () => {
    await keep("head");
    await live(14);
    expect(refreshes).toEqual([]);
    await live(3);
    expect(refreshes).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(refreshes).toHaveLength(3);
  });

  test.each(["failed", "odd"] as const)("[LIVE-3, SYNC-2] a refresh whose result is %s is repeated each minute", async (is) => {
    await keep("users");
    host.live.asked.set({ views: ["users"] });
    await vi.advanceTimersByTimeAsync(0);
    expect(refreshes).toHaveLength(1);
    result = { is };
    host.live.asked.set({ views: ["users"] });
    await live(3);
    expect(refreshes).toHaveLength(5);
    result = { is: "done" };
    await live(5);
    expect(refreshes).toHaveLength(6);
  });

  test("[LIVE-3, LIVE-4] what it tells during a refresh that fails leads to one more at once, not to one after the other", async () => {
    await keep("users");
    result = { is: "failed" };
    host.live.asked.set({ views: ["users"] });
    host.live.asked.set({ views: "all" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(refreshes).toHaveLength(2);
  });

  test("[LIVE-4] what it tells of a hidden tab is fetched as soon as that is seen, however short it was away", async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
    vi.stubGlobal("document", page);
    await keep("users");
    page.visibilityState = "hidden";
    host.live.asked.set({ views: ["users"] });
    page.visibilityState = "visible";
    page.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(refreshes).toEqual([0]);
  });

  test("[LIVE-3] what it tells nothing of is polled on", async () => {
    await keep("audit");
    await live(3);
    expect(refreshes).toHaveLength(3);
  });

  test("[LIVE-3, LIVE-4] views that it names are fetched at once, the others are not", async () => {
    await keep("users");
    host.live.asked.set({ views: ["slips"] });
    host.live.asked.set({ views: ["users"] });
    host.live.asked.set({ views: "all" });
    await vi.advanceTimersByTimeAsync(0);
    expect(refreshes).toHaveLength(2);
  });
});

describe("a filtered list", () => {
  const change = changeOf({ transactionStatus: "PENDING", searchTerm: "ada" }, "UTC");
  const put = (...rows: readonly ReturnType<typeof row>[]) => ({
    put: rows.map((one) => toRow(v.parse(transaction, one), start)),
    removed: [],
  });

  test("[LIVE-4] decides by its filter what has left, and has the host asked where only the host can tell", () => {
    expect(change(put(row(1, "FAILED")), (id) => id === "t1")).toEqual({ left: ["t1"], mayHaveCome: [] });
    expect(change(put(row(1, "FAILED")), () => false)).toEqual({ left: [], mayHaveCome: [] });
    expect(change(put(row(1)), (id) => id === "t1")).toEqual({ left: [], mayHaveCome: [] });
    expect(change(put(row(1)), () => false)).toEqual({ left: [], mayHaveCome: ["t1"] });
    expect(change({ put: [], removed: ["t1", "t2"] }, (id) => id === "t1")).toEqual({ left: ["t1"], mayHaveCome: [] });
  });
});
