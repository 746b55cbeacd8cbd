import { afterEach, expect, test, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { dashboardAnalytics } from "../../src/contract/analytics.ts";
import { recentTransactions } from "../../src/contract/transactions.ts";
import { connect, type Host } from "../../src/sync/host.ts";
import type { Clock } from "../../src/sync/reach.ts";

/** A clock that stands still until it is moved. */
class TestClock implements Clock {
  #now = 1_000_000;
  #timers: { at: number; callback: () => void; signal: AbortSignal | undefined }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void, signal?: AbortSignal): void {
    this.#timers.push({ at: this.#now + ms, callback, signal });
  }

  async move(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const due = this.#timers.filter((timer) => timer.at <= end && !timer.signal?.aborted).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#now = Math.max(this.#now, due.at);
      due.callback();
    }
    this.#now = end;
    await settle();
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

type Play = (url: string, signal: AbortSignal) => Promise<Response>;

function play(answer: Play): { host: Host; clock: TestClock; sent: string[]; signals: AbortSignal[] } {
  const clock = new TestClock();
  const sent: string[] = [];
  const signals: AbortSignal[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    sent.push(url);
    const { signal } = init;
    if (!signal) throw new Error("every request can be aborted");
    signals.push(signal);
    return answer(url, signal);
  });
  return { host: connect(v.parse(config, { host: "http://host" }), new AbortController().signal, clock), clock, sent, signals };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const figures = (): Response => new Response(JSON.stringify({ data: { users: { total: 1 } } }));
const never = (signal: AbortSignal): Promise<Response> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError"))));
const needed = (): AbortSignal => new AbortController().signal;

test("[SYNC-5] equal reads share one request and one answer", async () => {
  const { host, sent } = play(() => Promise.resolve(figures()));
  const [one, other] = await Promise.all([
    host.reads.read(dashboardAnalytics, {}, needed()),
    host.reads.read(dashboardAnalytics, {}, needed()),
  ]);
  expect(sent).toHaveLength(1);
  expect(one).toEqual(other);
  expect(one.is).toBe("answered");
});

test("[SYNC-5] at most four reads are in flight, and the fifth goes when one ends", async () => {
  const open: (() => void)[] = [];
  const { host, sent } = play(() => new Promise((resolve) => open.push(() => resolve(new Response('{"success":true,"data":[]}')))));
  const reads = Array.from({ length: 6 }, (_, page) =>
    host.reads.read(recentTransactions, { query: { page: page + 1, limit: 50 } }, needed()),
  );
  await settle();
  expect(sent).toHaveLength(4);
  open[0]?.();
  await settle();
  expect(sent).toHaveLength(5);
  while (open.length < 6 || sent.length < 6) {
    for (const end of open) end();
    await settle();
  }
  for (const end of open) end();
  await Promise.all(reads);
});

test("[SYNC-5] a read that nobody waits for any more is aborted; one that somebody does is not", async () => {
  const { host, signals } = play((_, signal) => never(signal));
  const [one, other] = [new AbortController(), new AbortController()];
  const first = host.reads.read(dashboardAnalytics, {}, one.signal);
  void host.reads.read(dashboardAnalytics, {}, other.signal);
  await settle();
  one.abort();
  expect(await first).toMatchObject({ is: "lost", why: "aborted" });
  expect(signals[0]?.aborted).toBe(false);
  other.abort();
  await settle();
  expect(signals[0]?.aborted).toBe(true);
});

test("[SYNC-5] a 500 is tried again after growing pauses, four times at most; a 404 never", async () => {
  let status = 500;
  const { host, clock, sent } = play(() => Promise.resolve(new Response("{}", { status })));
  const read = host.reads.read(dashboardAnalytics, {}, needed());
  await settle();
  expect(sent).toHaveLength(1);
  await clock.move(400);
  expect(sent).toHaveLength(1);
  await clock.move(60_000);
  expect(sent).toHaveLength(4);
  expect(await read).toMatchObject({ is: "refused", status: 500 });
  status = 404;
  expect(await host.reads.read(dashboardAnalytics, {}, needed())).toMatchObject({ is: "refused", status: 404 });
  expect(sent).toHaveLength(5);
});

test("[SYNC-5] Retry-After is honoured to the second", async () => {
  let turn = 0;
  const { host, clock, sent } = play(() => {
    turn += 1;
    return Promise.resolve(turn === 1 ? new Response("{}", { status: 429, headers: { "retry-after": "7" } }) : figures());
  });
  const read = host.reads.read(dashboardAnalytics, {}, needed());
  await clock.move(6900);
  expect(sent).toHaveLength(1);
  await clock.move(200);
  expect(sent).toHaveLength(2);
  expect((await read).is).toBe("answered");
});

test("[SYNC-5] a read without a first byte within 15 s is given up and tried again", async () => {
  let turn = 0;
  const { host, clock, sent } = play((_, signal) => {
    turn += 1;
    return turn === 1 ? never(signal) : Promise.resolve(figures());
  });
  host.reach.probeWith(() => Promise.resolve());
  const troubles: unknown[] = [];
  host.trouble.subscribe(() => troubles.push(host.trouble.get()));
  const read = host.reads.read(dashboardAnalytics, {}, needed());
  await clock.move(14_900);
  expect(sent).toHaveLength(1);
  expect(troubles).toHaveLength(0);
  await clock.move(200);
  expect(troubles).toHaveLength(1);
  await clock.move(5000);
  expect((await read).is).toBe("lost");
});

test("[SYNC-5] while the host is out of reach one probe at a time looks for it, and reads don't join in", async () => {
  let isUp = false;
  const { host, clock, sent } = play(() => (isUp ? Promise.resolve(figures()) : Promise.reject(new TypeError("no network"))));
  void host.reads.read(dashboardAnalytics, {}, needed());
  await settle();
  expect(host.reach.state.is).toBe("unreachable");
  const before = sent.length;
  for (let read = 0; read < 20; read += 1) {
    expect(await host.reads.read(recentTransactions, { query: { page: read + 1, limit: 50 } }, needed())).toMatchObject({
      is: "lost",
      sent: false,
    });
  }
  expect(sent).toHaveLength(before);
  await clock.move(10_000);
  const probes = sent.length - before;
  expect(probes).toBeGreaterThanOrEqual(2);
  expect(probes).toBeLessThanOrEqual(6);
  isUp = true;
  await clock.move(6500);
  expect(host.reach.state.is).toBe("reached");
});

test("[SYNC-5, LAY-7] an answer that was on its way when the network went doesn't say that it is back; one to a later question does", async () => {
  const browser = new EventTarget();
  const network = { onLine: true };
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.stubGlobal("navigator", network);
  const open: (() => void)[] = [];
  const { host, clock } = play(() => new Promise((resolve) => open.push(() => resolve(figures()))));
  const early = host.client.send(dashboardAnalytics);
  await clock.move(10);
  network.onLine = false;
  browser.dispatchEvent(new Event("offline"));
  open[0]?.();
  expect((await early).is).toBe("answered");
  expect(host.reach.state).toMatchObject({ is: "unreachable", why: "offline" });
  // The browser may be wrong: a host on the device itself answers all the same.
  await clock.move(1500);
  open[1]?.();
  await settle();
  expect(host.reach.state).toMatchObject({ is: "reached" });
});
