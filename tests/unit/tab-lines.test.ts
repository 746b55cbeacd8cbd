import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { atMostEvery } from "../../src/sync/live/at-most-every.ts";
import { TabLine, type TabMessage } from "../../src/sync/tabs/tabs.ts";
import { shareFindings } from "../../src/sync/tabs/share-findings.ts";
import type { Host } from "../../src/sync/wire/host.ts";
import type { Clock } from "../../src/sync/wire/reach.ts";
import { FakeChannels } from "../support/fake-channels.ts";
import { HandClock } from "../support/hand-clock.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { connectPlayed } from "../support/played-host.ts";

let channels: FakeChannels;
let closed: AbortController;
let clock: HandClock;
const delivered = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  channels = new FakeChannels();
  closed = new AbortController();
  clock = new HandClock();
});
afterEach(() => {
  closed.abort();
  vi.unstubAllGlobals();
});

describe("[SYNC-6] a line between tabs", () => {
  test("carries messages to the others of its name, never back, and each end has a name of its own", async () => {
    vi.stubGlobal("BroadcastChannel", channels.Channel);
    const heard: string[] = [];
    const line = (name: string, who: string) => new TabLine(name, ({ is }) => heard.push(`${who} ${is}`), closed.signal);
    const [one, other] = [line("a", "one"), line("a", "other")];
    line("b", "elsewhere");
    one.post({ is: "leads" });
    await delivered();
    expect(heard).toEqual(["other leads"]);
    expect(one.me).not.toBe(other.me);
  });

  test("is closed with its session: it neither hears nor says any more, and posting is no error", async () => {
    vi.stubGlobal("BroadcastChannel", channels.Channel);
    const heard: TabMessage[] = [];
    const one = new TabLine("a", (message) => heard.push(message), closed.signal);
    const other = new TabLine("a", () => {}, new AbortController().signal);
    closed.abort();
    other.post({ is: "leads" });
    one.post({ is: "leads" });
    await delivered();
    expect(heard).toEqual([]);
    expect(channels.posted).toHaveLength(1);
  });
});

describe("[SYNC-6] findings about the host", () => {
  let host: Host;
  let posted: TabMessage[];
  let hear: (message: TabMessage) => void;

  beforeEach(() => {
    host = connectPlayed(new PlayedCalls(), {}, clock);
    vi.stubGlobal("BroadcastChannel", channels.Channel);
    posted = [];
    const line = new TabLine("a", () => {}, closed.signal);
    const other = new TabLine("a", (message: TabMessage) => posted.push(message), closed.signal);
    expect(other.me).not.toBe(line.me);
    hear = shareFindings(host, () => line, closed.signal);
  });

  test("are told: a change of reach at once, that it is still reached every 5 s at most", async () => {
    host.reach.answered(clock.time);
    host.reach.answered(clock.time);
    clock.pass(4999);
    host.reach.answered(clock.time);
    clock.pass(1);
    host.reach.answered(clock.time);
    host.reach.adopt({ is: "unreachable", since: clock.time, why: "host" });
    await delivered();
    expect(posted.map((message) => message.is === "reach" && message.reach.is)).toEqual(["reached", "reached", "unreachable"]);
  });

  test("are told: failures and recoveries", async () => {
    const answer = { is: "refused", status: 200, message: "Closed today", body: "", retryAfterMs: undefined } as const;
    host.trouble.set({ call: "GET /onramp/onramp-rate", key: "r", answer, tookMs: 0, willRetry: false, rests: false });
    host.recovered.set({ key: "k" });
    await delivered();
    expect(posted).toMatchObject([
      { is: "trouble", trouble: { call: "GET /onramp/onramp-rate", answer: { is: "refused", status: 200, message: "Closed today" } } },
      { is: "recovered", key: "k" },
    ]);
  });

  test("of another tab are taken over, and not told again", async () => {
    const trouble = {
      call: "GET /x",
      key: "k",
      answer: { is: "lost", why: "timeout", sent: true },
      tookMs: 1,
      willRetry: false,
      rests: true,
    } as const;
    hear({ is: "trouble", trouble });
    expect(host.failing.get().get("k")).toMatchObject({ how: "slow", rests: true });
    hear({ is: "recovered", key: "k" });
    expect(host.failing.get().size).toBe(0);
    hear({ is: "trouble", trouble });
    hear({ is: "anew", call: "GET /x" });
    expect(host.failing.get().size).toBe(0);
    hear({ is: "reach", reach: { is: "unreachable", since: 1, why: "gateway" } });
    expect(host.reach.state).toMatchObject({ is: "unreachable", why: "gateway" });
    hear({ is: "life", at: 7 });
    hear({ is: "asked", views: ["users"] });
    expect([host.live.lastAt.get(), host.live.asked.get()]).toEqual([7, { views: ["users"] }]);
    hear({ is: "leads" });
    await delivered();
    expect(posted).toEqual([]);
  });

  test("of this tab are told after another's were taken over", async () => {
    hear({ is: "reach", reach: { is: "unreachable", since: 1, why: "host" } });
    host.reach.answered(clock.time);
    await delivered();
    expect(posted).toMatchObject([{ is: "reach", reach: { is: "reached" } }]);
  });

  test("are told to nobody once the session has ended", async () => {
    closed.abort();
    host.reach.answered(clock.time);
    host.recovered.set({ key: "k" });
    await delivered();
    expect(posted).toEqual([]);
  });
});

describe("[LIVE-4] at most so often", () => {
  test("runs at once, and once more after the pause for whatever came meanwhile", () => {
    let runs = 0;
    const run = atMostEvery(clock, 500, closed.signal, () => (runs += 1));
    run();
    expect(runs).toBe(1);
    run();
    run();
    clock.pass(499);
    expect(runs).toBe(1);
    clock.pass(1);
    expect(runs).toBe(2);
    clock.pass(500);
    expect(runs).toBe(2);
    run();
    expect(runs).toBe(3);
  });

  test("sets no timer from a timer: browsers hold such chains back to once a minute in a hidden tab, which may lead", () => {
    let isTimers = false;
    let chained = 0;
    const watched: Clock = {
      now: () => clock.now(),
      after(ms, callback, signal) {
        if (isTimers) chained += 1;
        clock.after(
          ms,
          () => {
            isTimers = true;
            callback();
            isTimers = false;
          },
          signal,
        );
      },
    };
    let runs = 0;
    const run = atMostEvery(watched, 500, closed.signal, () => (runs += 1));
    for (let ms = 0; ms < 10_000; ms += 100) {
      run();
      clock.pass(100);
    }
    expect(runs).toBeGreaterThanOrEqual(18);
    expect(runs).toBeLessThanOrEqual(21);
    expect(chained).toBe(0);
  });

  test("stops with its signal, at once and in a pause", () => {
    let runs = 0;
    const run = atMostEvery(clock, 500, closed.signal, () => (runs += 1));
    run();
    run();
    closed.abort();
    clock.pass(500);
    run();
    expect(runs).toBe(1);
    atMostEvery(clock, 500, closed.signal, () => (runs += 1))();
    expect(runs).toBe(1);
  });
});
