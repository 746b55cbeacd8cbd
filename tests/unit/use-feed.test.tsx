import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import * as v from "valibot";
import { SyncContext } from "../../src/app/data/sync-context.ts";
import { useFeed } from "../../src/app/data/use-feed.ts";
import { useSlip } from "../../src/app/data/use-slips.ts";
import { slip } from "../../src/contract/approvals.ts";
import { putSlip } from "../../src/db/money/slips.ts";
import type { FeedName } from "../../src/sync/feeds/feeds.ts";
import { demandKey } from "../../src/sync/tabs/dispatcher.ts";
import type { DemandResult } from "../../src/sync/feeds/feed-worker.ts";
import { LiveState } from "../../src/sync/wire/live-state.ts";
import { Observable } from "../../src/sync/state/observable.ts";
import type { Trouble } from "../../src/sync/wire/read-queue.ts";
import type { Sync } from "../../src/sync/start-sync.ts";
import { wireSlip } from "../support/played-approvals.ts";
import { emptyCache } from "../support/played-host.ts";

const call = "GET /set-fee/crypto-fee";

let trouble: Observable<Trouble | undefined>;
let demands: { readonly input: unknown; readonly end: (result: DemandResult) => void }[];
let begunAnew: string[];
let sync: Sync;

beforeEach(() => {
  trouble = new Observable<Trouble | undefined>(undefined);
  demands = [];
  begunAnew = [];
  const part = {
    host: {
      trouble,
      clock: { now: () => 0, after: () => {} },
      reach: { state: { is: "unknown" }, subscribe: () => () => {} },
      demanded: new Observable(undefined),
      live: new LiveState(),
    },
    beginAnew: (one: string) => begunAnew.push(one),
    dispatcher: { demand: (_: string, input: unknown) => new Promise((end) => demands.push({ input, end })) },
  };
  sync = part as unknown as Sync;
});

const wrapper = ({ children }: { children: ReactNode }) => <SyncContext value={sync}>{children}</SyncContext>;
const fee = (network: string) => ({ currency: "BTC", network });

/** Ends the last demand, or the one at an index. */
const end = (result: DemandResult, at = demands.length - 1) => act(async () => demands[at]?.end(result));

type Failure = Trouble["answer"];
const refused = {
  is: "refused",
  status: 503,
  message: "Closed for the night",
  body: "",
  retryAfterMs: undefined,
} as const satisfies Failure;
const malformed = { is: "malformed", problem: "data is no list", body: "" } as unknown as Failure;
const lost = { is: "lost", why: "network", sent: true } as const satisfies Failure;
/** A read for a demand fails. */
const fail = (answer: Failure, feed: FeedName = "fees", input: unknown = null) =>
  act(() => trouble.set({ call, key: call, demands: [demandKey(feed, input)], answer, tookMs: 1, willRetry: true, rests: false }));

describe("what was asked", () => {
  test("[SYNC-2] a feed is fetched when the screen stands and when its input says something else, not when it is written anew", async () => {
    const { result, rerender } = renderHook(({ network }) => useFeed("fee", fee(network), call), {
      wrapper,
      initialProps: { network: "Bitcoin" },
    });
    expect(result.current.fetching).toEqual({ is: "waiting" });
    await end({ is: "done" });
    expect(result.current.fetching).toEqual({ is: "done" });
    rerender({ network: "Bitcoin" });
    expect(demands).toHaveLength(1);
    rerender({ network: "Lightning" });
    expect(result.current.fetching).toEqual({ is: "waiting" });
    expect(demands.map(({ input }) => input)).toEqual([fee("Bitcoin"), fee("Lightning")]);
  });

  test("[SYNC-2] an answer that comes late says nothing of what is asked by then", async () => {
    const { result, rerender } = renderHook(({ network }) => useFeed("fee", fee(network), call), {
      wrapper,
      initialProps: { network: "Bitcoin" },
    });
    rerender({ network: "Lightning" });
    await end({ is: "failed" }, 0);
    expect(result.current.fetching).toEqual({ is: "waiting" });
    await end({ is: "odd" });
    expect(result.current.fetching).toEqual({ is: "odd" });
  });

  test("[SYNC-5] without an input nothing is fetched; a person's demand gives the call a new beginning", async () => {
    const { result, rerender } = renderHook(({ email }) => useFeed("wallets", email, call), {
      wrapper,
      initialProps: { email: undefined as string | undefined },
    });
    await act(() => result.current.refresh());
    expect([demands, result.current.fetching]).toEqual([[], { is: "unasked" }]);
    rerender({ email: "ada@example.com" });
    begunAnew.length = 0;
    act(() => void result.current.refresh());
    expect(begunAnew).toEqual([call]);
    expect(demands).toHaveLength(2);
  });
});

describe("what went wrong", () => {
  test("[SYNC-8] a refusal is told before its fetch ends, also where an earlier answer stands, until one goes well", async () => {
    const { result } = renderHook(() => useFeed("fees", null, call), { wrapper });
    await end({ is: "done" });
    act(() => void result.current.refresh());
    fail(lost);
    expect(result.current.fetching).toEqual({ is: "done" });
    fail(refused, "giftCards");
    expect(result.current.fetching).toEqual({ is: "done" });
    fail({ is: "lost", why: "timeout", sent: true });
    expect(result.current.fetching).toMatchObject({ is: "failed", answer: { why: "timeout" } });
    await end({ is: "done" });
    act(() => void result.current.refresh());
    expect(result.current.fetching).toEqual({ is: "done" });
    fail(refused);
    expect(result.current.fetching).toEqual({ is: "failed", message: "Closed for the night", answer: refused, times: 0 });
    fail(malformed);
    expect(result.current.fetching).toEqual({ is: "failed", message: undefined, answer: malformed, times: 0 });
    await end({ is: "done" });
    expect(result.current.fetching).toEqual({ is: "done" });
  });

  test("[SYNC-8] a failure of the same call about something else is none of this feed's", () => {
    const { result } = renderHook(() => useFeed("fee", fee("Bitcoin"), call, "first"), { wrapper });
    fail(refused, "fee", fee("Lightning"));
    expect(result.current.fetching).toEqual({ is: "waiting" });
    fail(refused, "fee", fee("Bitcoin"));
    expect(result.current.fetching).toMatchObject({ is: "failed", message: "Closed for the night" });
  });

  test("[SYNC-8] of a list that grows with scrolling, a failed page is told, and no page of another filter's list", () => {
    const { result } = renderHook(() => useFeed("slips", { filter: { state: "open" }, page: 1 }, call), { wrapper });
    fail(refused, "slips", { filter: { state: "executed" }, page: 1 });
    expect(result.current.fetching).toEqual({ is: "waiting" });
    fail(refused, "slips", { filter: { state: "open" }, page: 3 });
    expect(result.current.fetching).toMatchObject({ is: "failed", message: "Closed for the night" });
  });

  test("[SYNC-8] a failure that a tab of an earlier build reports, without what was asked, is told nowhere", () => {
    const { result } = renderHook(() => useFeed("fees", null, call, "first"), { wrapper });
    act(() => trouble.set({ call, key: call, answer: refused, tookMs: 1, willRetry: true, rests: false }));
    expect(result.current.fetching).toEqual({ is: "waiting" });
  });

  test("[SYNC-8] told “first”, any failure is told while nothing has ended, and after that none until the fetch ends", async () => {
    const { result } = renderHook(() => useFeed("fees", null, call, "first"), { wrapper });
    fail(lost);
    expect(result.current.fetching).toEqual({ is: "failed", message: undefined, answer: lost, times: 0 });
    await end({ is: "done" });
    act(() => void result.current.refresh());
    fail(refused);
    expect(result.current.fetching).toEqual({ is: "done" });
    await end({ is: "failed", message: "Closed for the night" });
    expect(result.current.fetching).toEqual({ is: "failed", message: "Closed for the night", answer: refused, times: 1 });
  });

  test("[SYNC-8] failures in a row are counted, and a fetch that goes well begins anew", async () => {
    const { result } = renderHook(() => useFeed("fees", null, call), { wrapper });
    const turn = async (is: DemandResult["is"]) => {
      act(() => void result.current.refresh());
      await end({ is });
      return result.current.fetching;
    };
    expect([await turn("failed"), await turn("failed")]).toMatchObject([{ times: 1 }, { times: 2 }]);
    // Nothing was sent, so there is no answer to report.
    expect(result.current.fetching).toEqual({ is: "failed", message: undefined, answer: undefined, times: 2 });
    expect(await turn("done")).toEqual({ is: "done" });
    expect(await turn("failed")).toMatchObject({ times: 1 });
  });
});

test("[APPR-6, LIVE-3] an open slip in sight is fetched every 10 s, but not while the stream tells it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const db = await emptyCache();
  await putSlip(db, v.parse(slip, wireSlip(0)), 1);
  sync = { ...sync, db };
  const { result } = renderHook(() => useSlip("slip-00000"), { wrapper });
  await vi.waitFor(() => expect(result.current.slip?.state).toBe("open"));
  const polls = () => {
    demands = [];
    vi.advanceTimersByTime(60_000);
    return demands.length;
  };
  expect(polls()).toBe(6);
  sync.host.live.lastAt.set(0);
  expect(polls()).toBe(0);
  sync.host.live.lastAt.set(undefined);
  expect(polls()).toBe(6);
});
