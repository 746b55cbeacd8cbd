import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Dispatcher } from "../../src/sync/tabs/dispatcher.ts";
import type { DemandResult } from "../../src/sync/feeds/feed-worker.ts";
import type { FeedName, FeedTable } from "../../src/sync/feeds/feeds.ts";
import { FakeChannels } from "../support/fake-channels.ts";
import { FakeLocks } from "../support/fake-locks.ts";

let locks: FakeLocks;
let channels: FakeChannels;
let closings: AbortController[];

beforeEach(() => {
  // Channels and locks are fakes, so every wait is on fake timers.
  vi.useFakeTimers();
  locks = new FakeLocks();
  channels = new FakeChannels();
  closings = [];
  vi.stubGlobal("BroadcastChannel", channels.Channel);
});
afterEach(() => {
  for (const closing of closings) closing.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A fetch requested from a worker, and how to end it. */
interface Asked {
  readonly by: string;
  readonly feed: FeedName;
  readonly input: unknown;
  readonly term: AbortSignal;
  readonly end: (result: DemandResult) => void;
  readonly fail: (error: Error) => void;
}
let asked: Asked[];
beforeEach(() => {
  asked = [];
});

interface Tab {
  readonly dispatcher: Dispatcher;
  readonly closing: AbortController;
  readonly errors: unknown[];
  /** How often the deferred feeds were loaded. */
  readonly loads: () => number;
}

const rest = [
  "audit",
  "auditCounters",
  "auditEntry",
  "fee",
  "giftCards",
  "onramp",
  "offramp",
  "markup",
  "markdown",
  "users",
  "user",
  "slips",
  "slip",
  "approvalPolicy",
  "settle",
] as const;

/** Opens the cache in a tab; the first one leads, once `onLead` has resolved. */
function openTab(name: string, onLead = (): Promise<void> => Promise.resolve()): Tab {
  vi.stubGlobal("navigator", { locks: locks.of(name) });
  const closing = new AbortController();
  closings.push(closing);
  const errors: unknown[] = [];
  let loads = 0;
  const dispatcher = new Dispatcher(
    "cache",
    onLead,
    () => {},
    (error) => errors.push(error),
    closing.signal,
  );
  const worker =
    (feed: FeedName) =>
    (input: unknown, term: AbortSignal): Promise<DemandResult> =>
      new Promise((end, fail) => asked.push({ by: name, feed, input, term, end, fail }));
  const tableOf = <F extends FeedName>(feeds: readonly F[]) =>
    Object.fromEntries(feeds.map((feed) => [feed, worker(feed)])) as unknown as Pick<FeedTable, F>;
  dispatcher.serve(tableOf(["head", "extend", "gap", "view", "analytics"]), async () => {
    loads += 1;
    return tableOf(["fees", "wallets", ...rest]);
  });
  return { dispatcher, closing, errors, loads: () => loads };
}

const isDemand = (message: unknown): message is { from: string; id: number } =>
  typeof message === "object" && message !== null && "is" in message && message.is === "demand";

/** Runs everything that needs no time. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1);
const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe("the tab that leads", () => {
  test("[SYNC-6] a demand that is under way is not fetched a second time, and both who asked hear how it ended", async () => {
    const { dispatcher } = openTab("one");
    await settle();
    const both = [dispatcher.demand("head", null), dispatcher.demand("head", null)];
    await settle();
    expect(asked).toHaveLength(1);
    asked[0]?.end({ is: "odd" });
    expect(await Promise.all(both)).toEqual([{ is: "odd" }, { is: "odd" }]);
  });

  test("[SYNC-6] demands of one feed with another input are fetched side by side", async () => {
    const { dispatcher } = openTab("one");
    await settle();
    void dispatcher.demand("extend", 1);
    void dispatcher.demand("extend", 2);
    await settle();
    expect(asked.map(({ input }) => input)).toEqual([1, 2]);
  });

  test("[SYNC-6] what was done within the age that will do is not fetched again; what failed or is older is", async () => {
    const { dispatcher } = openTab("one");
    await settle();
    const first = dispatcher.demand("head", null);
    await settle();
    asked[0]?.end({ is: "failed" });
    expect(await first).toEqual({ is: "failed" });
    const second = dispatcher.demand("head", null, 45_000);
    await settle();
    expect(asked).toHaveLength(2);
    asked[1]?.end({ is: "done" });
    await second;
    await wait(44_000);
    expect(await dispatcher.demand("head", null, 45_000)).toEqual({ is: "done" });
    expect(asked).toHaveLength(2);
    await wait(1001);
    void dispatcher.demand("head", null, 45_000);
    await settle();
    expect(asked).toHaveLength(3);
  });

  test("[SYNC-3] after a change on the host nobody gets what was asked for before, or had lately", async () => {
    const { dispatcher } = openTab("one");
    await settle();
    const before = dispatcher.demand("head", null);
    await settle();
    dispatcher.outdate();
    const after = dispatcher.demand("head", null, 45_000);
    await settle();
    // A feed never runs two fetches at once.
    expect(asked).toHaveLength(1);
    asked[0]?.end({ is: "done" });
    expect(await before).toEqual({ is: "done" });
    await settle();
    expect(asked).toHaveLength(2);
    asked[1]?.end({ is: "failed", message: "Closed" });
    expect(await after).toEqual({ is: "failed", message: "Closed" });
  });

  test("[SYNC-8] a worker that throws fails here, and who watches hears why", async () => {
    const { dispatcher, errors } = openTab("one");
    await settle();
    const ends = dispatcher.demand("head", null);
    await settle();
    const fault = new Error("the cache is gone");
    asked[0]?.fail(fault);
    expect(await ends).toEqual({ is: "failed", here: true });
    expect(errors).toEqual([fault]);
  });

  test("[SYNC-6] feeds that no first screen needs are loaded by the first demand for one of them, once", async () => {
    const { dispatcher, loads } = openTab("one");
    await settle();
    void dispatcher.demand("head", null);
    await settle();
    expect(loads()).toBe(0);
    void dispatcher.demand("wallets", "ada@example.com");
    await settle();
    void dispatcher.demand("fees", null);
    await settle();
    expect(asked.map(({ feed }) => feed)).toEqual(["head", "wallets", "fees"]);
    expect(loads()).toBe(1);
  });

  test("[LAY-7] it says which feeds are at work, each once", async () => {
    const { dispatcher } = openTab("one");
    await settle();
    void dispatcher.demand("extend", 1);
    void dispatcher.demand("extend", 2);
    void dispatcher.demand("head", null);
    await settle();
    expect(dispatcher.working.get()).toEqual(["extend", "head"]);
    for (const { end } of asked) end({ is: "done" });
    await settle();
    expect(dispatcher.working.get()).toEqual([]);
  });
});

describe("several tabs", () => {
  test("[SYNC-6] another tab's demand is fetched by the one that leads, and all see it at work", async () => {
    openTab("one");
    await settle();
    const { dispatcher } = openTab("two");
    await settle();
    const ends = dispatcher.demand("wallets", "ada@example.com");
    await settle();
    expect(asked).toMatchObject([{ by: "one", feed: "wallets", input: "ada@example.com" }]);
    expect(dispatcher.working.get()).toEqual(["wallets"]);
    // The leader has acknowledged the demand, so it may take any time, as on a slow host.
    await wait(300_000);
    expect(asked.map(({ term }) => term.aborted)).toEqual([false]);
    asked[0]?.end({ is: "failed", message: "No such user" });
    expect(await ends).toEqual({ is: "failed", message: "No such user" });
    await settle();
    expect(dispatcher.working.get()).toEqual([]);
  });

  test("[SYNC-6] both tabs' demand for the same makes one fetch", async () => {
    const { dispatcher: one } = openTab("one");
    await settle();
    const { dispatcher: two } = openTab("two");
    const ends = [one.demand("head", null), two.demand("head", null)];
    await settle();
    expect(asked).toHaveLength(1);
    asked[0]?.end({ is: "done" });
    expect(await Promise.all(ends)).toEqual([{ is: "done" }, { is: "done" }]);
  });

  test("[SYNC-6] a leader that says nothing for three seconds is taken for frozen: who asked leads, and fetches", async () => {
    locks.leave("cache-lead", "frozen");
    await settle();
    const { dispatcher } = openTab("two");
    const ends = dispatcher.demand("head", null);
    await wait(2900);
    expect(asked).toHaveLength(0);
    await wait(200);
    expect(asked).toMatchObject([{ by: "two", feed: "head" }]);
    asked[0]?.end({ is: "done" });
    expect(await ends).toEqual({ is: "done" });
  });

  test("[SYNC-6] a demand of a leader that closed ends as the fetch of the next one, however long that takes", async () => {
    const { closing } = openTab("one");
    await settle();
    const { dispatcher } = openTab("two");
    let end: DemandResult | undefined;
    void dispatcher.demand("head", null).then((result) => (end = result));
    await settle();
    closing.abort();
    await wait(120_000);
    expect(end).toBeUndefined();
    expect(asked.map(({ by }) => by)).toEqual(["one", "two"]);
    asked[1]?.end({ is: "done" });
    await settle();
    expect(end).toEqual({ is: "done" });
  });

  test("[SYNC-6] a leader that froze with a demand that it took is waited for a minute, and no longer", async () => {
    locks.leave("cache-lead", "frozen");
    const frozen = new channels.Channel("cache");
    let taken = 0;
    frozen.addEventListener("message", ({ data }) => {
      if (!isDemand(data)) return;
      taken += 1;
      if (taken === 1) frozen.postMessage({ is: "accepted", to: data.from, id: data.id });
    });
    const { dispatcher } = openTab("two");
    const ends = dispatcher.demand("head", null);
    await wait(60_000);
    expect(asked).toHaveLength(0);
    await wait(3100);
    expect(taken).toBe(2);
    expect(asked.map(({ by }) => by)).toEqual(["two"]);
    asked[0]?.end({ is: "done" });
    expect(await ends).toEqual({ is: "done" });
  });

  test("[SYNC-6, LAY-7] what a closed leader had taken from a third tab is fetched by the next one, and all see what is at work", async () => {
    const { closing } = openTab("one");
    await settle();
    const { dispatcher: two } = openTab("two");
    await settle();
    const { dispatcher: three } = openTab("three");
    const ends = three.demand("extend", 1);
    await settle();
    closing.abort();
    await settle();
    expect(asked.map(({ by }) => by)).toEqual(["one", "two"]);
    expect([two.working.get(), three.working.get()]).toEqual([["extend"], ["extend"]]);
    asked[1]?.end({ is: "done" });
    expect(await ends).toEqual({ is: "done" });
  });

  test("[SYNC-6] a fetch that ends with its tab's lead has not failed: the next leader is asked", async () => {
    const { dispatcher: one } = openTab("one");
    await settle();
    openTab("two");
    await settle();
    const { dispatcher: three } = openTab("three");
    const ends = three.demand("extend", 1);
    await settle();
    asked[0]?.term.addEventListener("abort", () => asked[0]?.end({ is: "failed" }));
    one.stepDown();
    await settle();
    expect(asked.map(({ by }) => by)).toEqual(["one", "two"]);
    asked[1]?.end({ is: "done" });
    expect(await ends).toEqual({ is: "done" });
  });

  test("[SYNC-6] a lead that was lost before it could begin takes no demand: the tab that has it fetches", async () => {
    let take = (): void => {};
    const slow = openTab("slow", () => new Promise((resolve) => (take = resolve)));
    await settle();
    let ended: DemandResult | undefined;
    void slow.dispatcher.demand("head", null).then((result) => (ended = result));
    void openTab("other").dispatcher.demand("extend", 1);
    await wait(3100);
    take();
    await settle();
    expect(asked.map(({ by, feed, term }) => `${by} ${feed} ${term.aborted}`).toSorted()).toEqual([
      "other extend false",
      "other head false",
    ]);
    expect(ended).toBeUndefined();
    asked.find(({ feed }) => feed === "head")?.end({ is: "done" });
    await settle();
    expect(ended).toEqual({ is: "done" });
  });

  test("[LAY-7] a new leader with nothing to fetch says so to the other tabs", async () => {
    const { closing } = openTab("one");
    await settle();
    openTab("two");
    await settle();
    const { dispatcher: three } = openTab("three");
    const four = openTab("four");
    void four.dispatcher.demand("head", null);
    await settle();
    expect(three.working.get()).toEqual(["head"]);
    four.closing.abort();
    closing.abort();
    await settle();
    expect(three.working.get()).toEqual([]);
  });

  test("[SYNC-6] a lead that is lost ends its fetches, and forgets what it had lately", async () => {
    const { dispatcher } = openTab("one");
    await settle();
    const first = dispatcher.demand("head", null);
    await settle();
    asked[0]?.end({ is: "done" });
    await first;
    const extending = dispatcher.demand("extend", 1);
    await settle();
    dispatcher.stepDown();
    expect(asked[1]?.term.aborted).toBe(true);
    asked[1]?.end({ is: "failed" });
    await extending;
    // Nobody else is left: it leads again.
    await settle();
    void dispatcher.demand("head", null, 45_000);
    await settle();
    expect(asked.map(({ feed }) => feed)).toEqual(["head", "extend", "head"]);
  });

  test("[SYNC-6] a feed that only a tab of another build knows fails", async () => {
    openTab("one");
    await settle();
    const newer = new channels.Channel("cache");
    const heard: unknown[] = [];
    newer.addEventListener("message", ({ data }) => heard.push(data));
    newer.postMessage({ is: "demand", from: "newer", id: 7, demand: { feed: "stream", input: null, maxAgeMs: 0 } });
    await settle();
    expect(heard).toContainEqual({ is: "accepted", to: "newer", id: 7 });
    expect(heard).toContainEqual({ is: "settled", to: "newer", id: 7, result: { is: "failed" } });
  });
});

describe("a tab that closes", () => {
  test("[SYNC-6] its demands fail at once, the waiting ones and those that come late", async () => {
    locks.leave("cache-lead", "frozen");
    const { dispatcher, closing } = openTab("two");
    const waiting = dispatcher.demand("head", null);
    await settle();
    closing.abort();
    expect(await waiting).toEqual({ is: "failed" });
    expect(await dispatcher.demand("head", null)).toEqual({ is: "failed" });
    expect(asked).toHaveLength(0);
  });
});
