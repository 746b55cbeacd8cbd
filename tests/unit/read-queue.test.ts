import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { dashboardAnalytics } from "../../src/contract/analytics.ts";
import { fundUser } from "../../src/contract/funding.ts";
import { probePaths } from "../../src/contract/probe.ts";
import { recentTransactions } from "../../src/contract/transactions.ts";
import { Database } from "../../src/db/store/database.ts";
import { readAttempt } from "../../src/db/money/journal.ts";
import { MutationGate } from "../../src/sync/money/gate.ts";
import { signIn } from "../../src/sync/session/auth.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { MutationPermit } from "../../src/sync/wire/host-client.ts";
import { connect, type Host } from "../../src/sync/wire/host.ts";
import type { Clock } from "../../src/sync/wire/reach.ts";
import { DeviceStorage } from "../support/device-storage.ts";

/** A manual clock. */
class TestClock implements Clock {
  #now = 1_000_000;
  #timers: { at: number; callback: () => void; signal: AbortSignal | undefined }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void, signal?: AbortSignal): void {
    this.#timers.push({ at: this.#now + ms, callback, signal });
  }

  /** Timers go on as if nothing had happened. */
  putBack(ms: number): void {
    this.#now -= ms;
    this.#timers = this.#timers.map((timer) => ({ ...timer, at: timer.at - ms }));
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

/** A response whose body arrives on demand; it errors when its request is aborted. */
function byPieces(signal: AbortSignal): { readonly response: Response; readonly say: (text: string) => void; readonly end: () => void } {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  signal.addEventListener("abort", () => void writer.abort(signal.reason));
  return {
    response: new Response(readable),
    say: (text) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined),
    end: () => void writer.close().catch(() => undefined),
  };
}

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

test("[SYNC-5] what was asked last goes first: the screen in view doesn't wait for those left behind", async () => {
  const open: (() => void)[] = [];
  const { host, sent } = play(() => new Promise((resolve) => open.push(() => resolve(new Response('{"success":true,"data":[]}')))));
  const read = (page: number) => host.reads.read(recentTransactions, { query: { page, limit: 50 } }, needed());
  const reads = Array.from({ length: 12 }, (_, page) => read(page + 1));
  await settle();
  reads.push(read(13));
  await settle();
  open[0]?.();
  await settle();
  expect(sent.at(-1)).toContain("page=13&");
  while (open.length < 13) {
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

test.each([
  ["at once", () => "0", undefined],
  ["at a time that is past", (now: number) => new Date(now - 120_000).toUTCString(), undefined],
  ["in a second, each time", () => "1", 1000],
] as const)("[SYNC-5] a host that asks to come again %s is given growing pauses", async (_, retryAfter, retryAfterMs) => {
  const { host, clock, sent } = play(async () => new Response("{}", { status: 429, headers: { "retry-after": retryAfter(clock.now()) } }));
  const read = host.reads.read(dashboardAnalytics, {}, needed());
  await clock.move(400);
  expect(sent).toHaveLength(1);
  // Pauses of at least 0.5, 1 and 2 s.
  await clock.move(3000);
  expect(sent.length).toBeLessThan(4);
  await clock.move(4000);
  expect(sent).toHaveLength(4);
  expect(await read).toMatchObject({ is: "refused", status: 429, retryAfterMs });
  expect(host.failing.get().values().next().value).toMatchObject({ rests: false });
});

test("[SYNC-5] a clock that is put back makes no pause longer than 30 s", async () => {
  const { host, clock, sent } = play(async () => new Response("{}", { status: 500 }));
  const read = (): Promise<unknown> => host.reads.read(dashboardAnalytics, {}, needed());
  const first = read();
  await clock.move(60_000);
  await first;
  const before = sent.length;
  clock.putBack(900_000);
  void read();
  await clock.move(30_000);
  expect(sent.length).toBeGreaterThan(before);
});

test("[SYNC-5] a date in Retry-After is one of the host's clock", async () => {
  const storage = new DeviceStorage();
  storage.setItem("counterfoil.clock", String(-3_600_000));
  vi.stubGlobal("localStorage", storage);
  let isBusy = true;
  const { host, clock, sent } = play(async () => {
    const headers = { "retry-after": new Date(clock.now() - 3_600_000 + 20_000).toUTCString() };
    return isBusy ? new Response("{}", { status: 429, headers }) : figures();
  });
  const read = host.reads.read(dashboardAnalytics, {}, needed());
  await clock.move(18_000);
  expect(sent).toHaveLength(1);
  isBusy = false;
  await clock.move(3000);
  expect(sent).toHaveLength(2);
  expect((await read).is).toBe("answered");
});

test("[SYNC-5] a 429 holds other reads back no longer than the host asks, however often the call was refused", async () => {
  const { host, clock, sent } = play(async (url) =>
    url.includes("dashboard")
      ? new Response("{}", { status: 429, headers: { "retry-after": "1" } })
      : new Response('{"success":true,"data":[]}'),
  );
  void host.reads.read(dashboardAnalytics, {}, needed());
  await clock.move(8000);
  expect(sent).toHaveLength(4);
  const other = host.reads.read(recentTransactions, { query: { page: 1, limit: 50 } }, needed());
  await clock.move(1100);
  expect((await other).is).toBe("answered");
});

test("[SYNC-5] a read without a first byte within 15 s is given up and tried again", async () => {
  let turn = 0;
  const { host, clock, sent } = play((_, signal) => {
    turn += 1;
    return turn === 1 ? never(signal) : Promise.resolve(figures());
  });
  host.reach.probeWith(() => Promise.resolve({ is: "silent" }));
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

test("[SYNC-5] a read whose body stops coming for 15 s is given up, and makes room for others", async () => {
  let isStuck = true;
  const { host, clock, sent, signals } = play((_, signal) => {
    if (!isStuck) return Promise.resolve(figures());
    const { response, say } = byPieces(signal);
    say('{"data":');
    return Promise.resolve(response);
  });
  const reads = Array.from({ length: 4 }, (_, page) =>
    host.reads.read(recentTransactions, { query: { page: page + 1, limit: 50 } }, needed()),
  );
  await clock.move(14_900);
  expect(signals.some(({ aborted }) => aborted)).toBe(false);
  await clock.move(200);
  expect(signals.slice(0, 4).every(({ aborted }) => aborted)).toBe(true);
  // Headers alone don't prove that the host works: two probes of 5 s time out.
  await clock.move(10_000);
  expect(host.reach.state.is).toBe("unreachable");
  for (const read of reads) expect((await read).is).toBe("lost");
  isStuck = false;
  await clock.move(20_000);
  expect(host.reach.state.is).toBe("reached");
  expect(await host.reads.read(dashboardAnalytics, {}, needed())).toMatchObject({ is: "answered" });
  expect(sent.at(-1)).toContain("/analytics/dashboard");
});

test("[SYNC-5] a body that comes slowly is waited for, and its letters may come in halves", async () => {
  const text = JSON.stringify({ data: { users: { total: 1 } }, note: "é" });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const { host, clock, sent } = play(() => Promise.resolve(new Response(readable)));
  const read = host.reads.read(dashboardAnalytics, {}, needed());
  for (const byte of new TextEncoder().encode(text)) {
    await clock.move(10_000);
    void writer.write(Uint8Array.of(byte));
  }
  void writer.close();
  expect(await read).toMatchObject({ is: "answered", value: { users: { total: 1 } } });
  expect(sent.filter((url) => url.includes("/analytics/dashboard"))).toHaveLength(1);
});

test("[AUTH-3, SYNC-5] a sign-in whose answer stops halfway ends", async () => {
  const { host, clock } = play((_, signal) => {
    const { response, say } = byPieces(signal);
    say('{"accessToken":"');
    return Promise.resolve(response);
  });
  const outcome = signIn(host.client, { email: "ada@example.com", passwordPin: "123456" });
  await clock.move(15_100);
  expect(await outcome).toMatchObject({ is: "unreachable" });
});

test("[FUND-6, SYNC-5] a funding whose answer stops halfway is unknown after 60 s, isn't aborted, and is settled by the rest", async () => {
  const answers: ReturnType<typeof byPieces>[] = [];
  const { host, clock, signals } = play((_, signal) => {
    const answer = byPieces(signal);
    answers.push(answer);
    answer.say('{"success":true,');
    return Promise.resolve(answer.response);
  });
  host.reach.answered(clock.now());
  const db = new Database("stalled-funding");
  const gate = new MutationGate(host, db, () => ({ token: "t", admin: {}, claims: undefined, identity: "ada" }), "Ada");
  const outcome = gate.submit({
    id: "one",
    call: fundUser,
    body: { email: "bo@example.com", currency: "BTC", amount: "0.25" },
    operation: "fund",
    subject: ["bo@example.com"],
    target: "bo@example.com",
    details: {},
  });
  await expect.poll(() => signals.length).toBe(1);
  await clock.move(61_000);
  expect((await outcome).is).toBe("unknown");
  expect(signals[0]?.aborted).toBe(false);
  answers[0]?.say('"message":"Funded"}');
  answers[0]?.end();
  await expect.poll(async () => (await readAttempt(db, "one"))?.state.is).toBe("done");
  db.close();
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

/** A host that answers each request after `ms`; silent until `isUp`. */
function playSlow(ms: number): { host: Host; clock: TestClock; sent: string[]; network: { isUp: boolean } } {
  const network = { isUp: true };
  const played = play(
    (_, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
        if (network.isUp) played.clock.after(ms, () => resolve(figures()), signal);
      }),
  );
  return { ...played, network };
}

test("[SYNC-5, LAY-7] a host that answers after 8 s is in reach: one lost answer doesn't shut it out", async () => {
  const { host, clock, network } = playSlow(8000);
  const states = new Set<string>();
  host.reach.subscribe(() => states.add(host.reach.state.is));
  network.isUp = false;
  const lost = host.reads.read(dashboardAnalytics, {}, needed());
  await clock.move(14_000);
  network.isUp = true;
  await clock.move(30_000);
  expect((await lost).is).toBe("answered");
  expect(states).toEqual(new Set(["reached"]));
});

test("[SYNC-5, KEY-2] a host that answers after 8 s is found again, also while it is looked for every 2 s", async () => {
  const { host, clock, sent, network } = playSlow(8000);
  network.isUp = false;
  void host.reads.read(dashboardAnalytics, {}, needed());
  await clock.move(30_000);
  expect(host.reach.state.is).toBe("unreachable");
  network.isUp = true;
  await clock.move(20_000);
  expect(host.reach.state.is).toBe("reached");
  network.isUp = false;
  void host.reads.read(dashboardAnalytics, {}, needed());
  await clock.move(30_000);
  expect(host.reach.state.is).toBe("unreachable");
  network.isUp = true;
  const before = sent.length;
  for (let turn = 0; turn < 5; turn += 1) {
    host.reach.prompt();
    await clock.move(2000);
  }
  expect(host.reach.state.is).toBe("reached");
  // No more than a browser has connections for.
  expect(sent.length - before).toBeLessThanOrEqual(6);
});

test("[SYNC-5] a host that says by a 503 when to come again is looked for at once, then not before, and its reads wait with it", async () => {
  const { host, clock, sent } = play(async () => new Response("", { status: 503, headers: { "retry-after": "20" } }));
  const reading = host.reads.read(dashboardAnalytics, {}, new AbortController().signal);
  await clock.move(19_000);
  // The read, and one probe per path, as the refusal may concern one call only.
  expect(sent.length).toBe(3);
  expect(host.reach.state.is).toBe("unreachable");
  await clock.move(6000);
  // The probe failed the same way, and waits again.
  expect(sent.length).toBe(4);
  await clock.move(14_000);
  expect(sent.length).toBe(4);
  expect(await reading).toMatchObject({ is: "refused", status: 503 });
});

test("[SYNC-5] a 429 that says when to come again holds other reads back as well, 30 s at most", async () => {
  let isBusy = true;
  const { host, clock, sent } = play(async () =>
    isBusy ? new Response("", { status: 429, headers: { "retry-after": "3600" } }) : new Response('{"success":true,"data":[]}'),
  );
  const reads = [1, 2].map((page) => host.reads.read(recentTransactions, { query: { page, limit: 50 } }, new AbortController().signal));
  await clock.move(1000);
  expect(sent.length).toBe(2);
  const later = host.reads.read(recentTransactions, { query: { page: 3, limit: 50 } }, new AbortController().signal);
  const unwanted = new AbortController();
  const gone = host.reads.read(recentTransactions, { query: { page: 4, limit: 50 } }, unwanted.signal);
  await clock.move(20_000);
  expect(sent.length).toBe(2);
  unwanted.abort();
  expect(await gone).toMatchObject({ is: "lost", why: "aborted" });
  isBusy = false;
  await clock.move(10_000);
  expect(await Promise.all([...reads, later])).toMatchObject([{ is: "answered" }, { is: "answered" }, { is: "answered" }]);
  expect(sent.length).toBe(5);
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
  // The browser may be wrong: a host on the device itself still answers.
  await clock.move(1500);
  open[1]?.();
  await settle();
  expect(host.reach.state).toMatchObject({ is: "reached" });
});

const isProbe = (init: RequestInit): boolean => init.method === "HEAD";
const rows = (): Response => new Response('{"success":true,"data":[]}');
const pageOf = (body: string, type = "text/html", status = 200): Response =>
  new Response(body, { status, headers: { "content-type": type } });
const page = (status = 200): Response => pageOf("<!doctype html><title>Sign in</title>", "text/html", status);

/** A host with an answer per path. */
function playPaths(answer: (path: string, init: RequestInit) => Response | Promise<Response>): {
  host: Host;
  clock: TestClock;
  sent: string[];
} {
  const clock = new TestClock();
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url, "http://host");
    sent.push(`${init.method} ${pathname}`);
    return answer(pathname, init);
  });
  return { host: connect(v.parse(config, { host: "http://host" }), new AbortController().signal, clock), clock, sent };
}

const cut = (): Promise<Response> => Promise.reject(new TypeError("Failed to fetch"));
const lost = (signal: AbortSignal | null | undefined): Promise<Response> => (signal ? never(signal) : cut());

const oneAlone: Readonly<Record<string, { answer: (init: RequestInit) => Response | Promise<Response>; how: string }>> = {
  "fails at once": { answer: cut, how: "blocked" },
  "never answers": { answer: ({ signal }) => lost(signal), how: "slow" },
  "is refused with 503": { answer: () => new Response("", { status: 503 }), how: "refused" },
  "is forbidden without a word of the host": { answer: () => new Response("Blocked by policy", { status: 403 }), how: "refused" },
  "is redirected": { answer: () => Response.redirect("https://sign-in.test/", 302), how: "intercepted" },
  "is answered with a page": { answer: () => page(), how: "unreadable" },
};
for (const [what, { answer, how }] of Object.entries(oneAlone)) {
  test(`[SYNC-5, LAY-7] a call that ${what} is named, while the host stays in reach and the rest is answered`, async () => {
    const { host, clock } = playPaths((path, init) => (path === "/analytics/dashboard" ? answer(init) : rows()));
    const states: string[] = [];
    host.reach.subscribe(() => states.push(host.reach.state.is));
    const read = host.reads.read(dashboardAnalytics, {}, needed());
    await clock.move(120_000);
    expect((await read).is).not.toBe("answered");
    expect(new Set(states)).toEqual(new Set(["reached"]));
    expect([...host.failing.get().values()]).toMatchObject([{ call: "GET /analytics/dashboard", how }]);
    expect(await host.reads.read(recentTransactions, { query: { page: 1, limit: 50 } }, needed())).toMatchObject({ is: "answered" });
    expect(host.failing.get().size).toBe(1);
  });
}

test(
  "[SYNC-5] a call whose connection is always reset has pauses of its own, rests at last, and begins anew when a person asks",
  { timeout: 30_000 },
  async () => {
    const { host, clock, sent } = playPaths((path) => (path === "/analytics/dashboard" ? cut() : rows()));
    const ask = (): void => void host.reads.read(dashboardAnalytics, {}, needed());
    const other = (): void => void host.reads.read(recentTransactions, { query: { page: 1, limit: 50 } }, needed());
    const pass = async (turns: number): Promise<void> => {
      for (let turn = 0; turn < turns; turn += 1) {
        ask();
        other();
        await clock.move(2000);
      }
    };
    const asked = (): number => sent.filter((one) => one === "GET /analytics/dashboard").length;
    await pass(20);
    expect(asked()).toBeGreaterThanOrEqual(4);
    expect(asked()).toBeLessThanOrEqual(8);
    expect(sent.filter((one) => one.startsWith("HEAD")).length).toBeLessThanOrEqual(asked());
    await pass(280);
    const inAll = asked();
    expect(inAll).toBe(12);
    expect([...host.failing.get().values()]).toMatchObject([{ how: "blocked", rests: true }]);
    await pass(30);
    expect(asked()).toBe(inAll);
    host.beginAnew("GET /analytics/dashboard");
    expect(host.failing.get().size).toBe(0);
    await pass(5);
    expect(asked()).toBeGreaterThan(inAll + 1);
  },
);

test(
  "[SYNC-5, LAY-7] a call that rests is no longer named once all was out of reach and it is answered again",
  { timeout: 30_000 },
  async () => {
    let state: "one is cut" | "all is cut" | "well" = "one is cut";
    const { host, clock } = playPaths((path) => {
      const isDashboard = path === "/analytics/dashboard";
      if (state === "all is cut" || (state === "one is cut" && isDashboard)) return cut();
      return isDashboard ? figures() : rows();
    });
    const pass = async (turns: number): Promise<void> => {
      for (let turn = 0; turn < turns; turn += 1) {
        void host.reads.read(dashboardAnalytics, {}, needed());
        void host.reads.read(recentTransactions, { query: { page: 1, limit: 50 } }, needed());
        await clock.move(2000);
      }
    };
    await pass(300);
    expect([...host.failing.get().values()]).toMatchObject([{ rests: true }]);
    state = "all is cut";
    await pass(10);
    expect(host.reach.state.is).toBe("unreachable");
    state = "well";
    await pass(20);
    expect(host.reach.state.is).toBe("reached");
    expect(host.failing.get().size).toBe(0);
  },
);

for (const [what, bad] of Object.entries({
  "can't be read": () => new Response("oops"),
  "is a wordless 403": () => new Response("Blocked by policy", { status: 403 }),
})) {
  test(`[SYNC-8, LAY-7] a call whose answer ${what} is named until its next answer`, async () => {
    let isBad = true;
    const { host } = playPaths((path) => (path !== "/analytics/dashboard" ? rows() : isBad ? bad() : figures()));
    await host.reads.read(dashboardAnalytics, {}, needed());
    expect([...host.failing.get().values()]).toMatchObject([{ call: "GET /analytics/dashboard" }]);
    isBad = false;
    await host.reads.read(dashboardAnalytics, {}, needed());
    expect(host.failing.get().size).toBe(0);
  });
}

test(
  "[SYNC-5, SYNC-6] an answer in this tab clears the failure in another, and one in another ends the rest here",
  { timeout: 30_000 },
  async () => {
    let isCut = true;
    const { host, clock } = playPaths((path) => (path !== "/analytics/dashboard" ? rows() : isCut ? cut() : figures()));
    const read = (): Promise<{ is: string }> => host.reads.read(dashboardAnalytics, {}, needed());
    for (let turn = 0; turn < 300; turn += 1) {
      void read();
      await clock.move(2000);
    }
    const [key, failing] = [...host.failing.get()][0] ?? [];
    if (key === undefined) throw new Error("nothing fails");
    expect(failing).toMatchObject({ rests: true });
    isCut = false;
    host.recovered.set({ key });
    expect(host.failing.get().size).toBe(0);
    const heard = vi.fn();
    host.recovered.subscribe(() => heard(host.recovered.get()));
    expect(await read()).toMatchObject({ is: "answered" });
    // The other tabs may know of a failure that this one doesn't.
    expect(heard).toHaveBeenCalledWith({ key });
  },
);

test("[SYNC-5] a call that fails is asked at once when a person asks while it pauses", async () => {
  const { host, clock, sent } = playPaths((path) => (path === "/analytics/dashboard" ? cut() : rows()));
  void host.reads.read(dashboardAnalytics, {}, needed());
  // Two pauses end within 3 s, the third not before 3.5 s.
  await clock.move(3200);
  const before = sent.filter((one) => one.startsWith("GET")).length;
  host.beginAnew("GET /analytics/dashboard");
  await vi.waitFor(() => expect(sent.filter((one) => one.startsWith("GET")).length).toBe(before + 1));
});

test("[SYNC-5, LAY-7] the probe isn't lost with one path of its own", async () => {
  const { host, clock, sent } = playPaths((path) =>
    path === "/analytics/dashboard" || path === "/asset-markdown/global" ? cut() : new Response("", { status: 401 }),
  );
  void host.reads.read(dashboardAnalytics, {}, needed());
  await clock.move(100);
  expect(sent).toEqual(["GET /analytics/dashboard", "HEAD /asset-markdown/global", "GET /set-fee/crypto-fee"]);
  expect(host.reach.state.is).toBe("reached");
});

const probed = new Set<string>(probePaths);
for (const [what, filter] of Object.entries<(path: string, init: RequestInit) => Response | Promise<Response> | undefined>({
  "drops every HEAD": (_, init) => (isProbe(init) ? cut() : undefined),
  "never answers a HEAD": (_, init) => (isProbe(init) ? lost(init.signal) : undefined),
  "doesn't know the paths of the probe": (path) => (probed.has(path) ? new Response("404 page not found", { status: 404 }) : undefined),
})) {
  test(`[SYNC-4, SYNC-5] behind a filter that ${what}, the host stays in reach and is found again`, async () => {
    let isDown = false;
    const { host, clock } = playPaths((path, init) => (isDown || path === "/analytics/dashboard" ? cut() : (filter(path, init) ?? rows())));
    const list = () => host.reads.read(recentTransactions, { query: { page: 1, limit: 50 } }, needed());
    await list();
    void host.reads.read(dashboardAnalytics, {}, needed());
    await clock.move(30_000);
    expect(host.reach.state.is).toBe("reached");
    isDown = true;
    void list();
    await clock.move(30_000);
    expect(host.reach.state).toMatchObject({ is: "unreachable", why: "host" });
    isDown = false;
    await clock.move(30_000);
    expect(host.reach.state.is).toBe("reached");
  });
}

for (const [what, answer] of Object.entries({
  "redirects to a sign-in": () => Response.redirect("https://sign-in.test/", 302),
  "sends a page": () => page(),
  "sends one that begins with a comment": () => pageOf("<!-- portal 2.1 -->\n<html><body>Sign in</body></html>"),
  "sends a script that leads elsewhere": () => pageOf('<script>location = "/portal"</script>'),
  "sends one without a doctype": () => pageOf(' \uFEFF<META http-equiv="refresh" content="0; url=/portal">', "text/html;charset=gbk"),
  "sends XHTML": () => pageOf('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', "application/xhtml+xml"),
  "sends one without a type": () => new Response(new TextEncoder().encode("<html>Sign in</html>")),
  "sends a challenge": () => new Response("", { status: 403, headers: { "cf-mitigated": "challenge" } }),
  "asks for a portal's sign-in": () => new Response("", { status: 511 }),
})) {
  test(`[SYNC-8, LAY-7] a gateway that ${what} in the host's place is neither a dead host nor a wrong answer`, async () => {
    let isBetween = true;
    const { host, clock } = playPaths(() => (isBetween ? answer() : rows()));
    const answered = await host.reads.read(recentTransactions, { query: { page: 1, limit: 50 } }, needed());
    expect(answered).toEqual({ is: "lost", why: "intercepted", sent: true });
    expect(host.reach.state).toMatchObject({ is: "unreachable", why: "gateway" });
    expect(host.failing.get().size).toBe(0);
    expect(host.pinNeeded.get()).toBe("no");
    isBetween = false;
    await clock.move(2000);
    expect(host.reach.state.is).toBe("reached");
  });
}

/** Puts the app on an origin. */
const serveAppAt = (origin: string): void => void vi.stubGlobal("location", { origin, href: `${origin}/dashboard` });

for (const [what, bare] of Object.entries({
  "an empty object": () => Response.json({}, { status: 401 }),
  nothing: () => new Response(null, { status: 401 }),
})) {
  test(`[AUTH-15, LAY-7] a gateway that answers calls with 401 and ${what}, and config.json with a page, is no refused token or PIN`, async () => {
    serveAppAt("http://host");
    sessionStore.open("opaque", { email: "ada@example.com" });
    onTestFinished(() => sessionStore.close());
    let isBetween = true;
    const { host, clock } = playPaths((path) => (!isBetween ? rows() : path === "/config.json" ? page(403) : bare()));
    expect(await host.client.send(dashboardAnalytics)).toEqual({ is: "lost", why: "intercepted", sent: true });
    expect(host.reach.state).toMatchObject({ is: "unreachable", why: "gateway" });
    expect(await signIn(host.client, { email: "ada@example.com", passwordPin: "123456" })).toEqual({ is: "refused", message: undefined });
    expect(host.reach.state).toMatchObject({ is: "unreachable", why: "gateway" });
    expect(host.pinNeeded.get()).toBe("no");
    isBetween = false;
    await clock.move(10_000);
    expect(host.reach.state.is).toBe("reached");
  });
}

test.each<[string, string, () => Response, () => Response]>([
  ["with config.json in its place", "http://host", () => Response.json({}), () => Response.json({}, { status: 401 })],
  ["at another origin than the app", "http://app", () => page(), () => Response.json({}, { status: 401 })],
  ["that says why", "http://host", () => page(), () => Response.json({ message: "Sign in" }, { status: 401 })],
])("[AUTH-15] a 401 of a host %s is a refused token", async (_, origin, settings, refusal) => {
  serveAppAt(origin);
  sessionStore.open("opaque", { email: "ada@example.com" });
  onTestFinished(() => sessionStore.close());
  const { host } = playPaths((path) => (path === "/config.json" ? settings() : refusal()));
  expect(await host.client.send(dashboardAnalytics)).toMatchObject({ is: "refused", status: 401 });
  expect(host.pinNeeded.get()).toBe("yes");
  expect(host.reach.state.is).toBe("reached");
});

test.each([502, 504, 521, 523, 530])("[SYNC-5, LAY-7] a %i of what stands before the host is no answer of it", async (status) => {
  let isDown = true;
  const { host, clock } = playPaths(() => (isDown ? new Response("error code", { status }) : rows()));
  await host.reads.read(recentTransactions, { query: { page: 1, limit: 50 } }, needed());
  expect(host.reach.state).toMatchObject({ is: "unreachable", why: "host" });
  isDown = false;
  await clock.move(2000);
  expect(host.reach.state.is).toBe("reached");
});

test("[AUTH-15] a host that says in a page of its own that it doesn't know the token is asked for with the PIN, unless for a mutation", async () => {
  // As Flask and Express do of themselves.
  const { host } = playPaths((_, init) => (isProbe(init) ? rows() : page(401)));
  sessionStore.open("opaque", { email: "ada@example.com" });
  onTestFinished(() => sessionStore.close());
  const body = { email: "mo@example.com", currency: "BTC", amount: "0.25" } as const;
  expect(await host.client.mutate(new MutationPermit("attempt"), fundUser, { body })).toMatchObject({ is: "refused", status: 401 });
  expect(host.pinNeeded.get()).toBe("no");
  expect(await host.client.send(dashboardAnalytics)).toMatchObject({ is: "refused", status: 401 });
  expect(host.pinNeeded.get()).toBe("yes");
});

test.each([502, 503, 504, 521])("[AUTH-3] a proxy's page with %i, while the host is away, is no refused PIN", async (away) => {
  const answers = [pageOf("<h1>Bad gateway</h1>", "text/html", away), Response.json({ message: "Closed" }, { status: away }), page(500)];
  const { host } = playPaths((path) => (path === "/adminsignin/signin" && answers.shift()) || rows());
  const give = () => signIn(host.client, { email: "ada@example.com", passwordPin: "123456" });
  expect(await give()).toEqual({ is: "unreachable", message: undefined });
  expect(await give()).toEqual({ is: "refused", message: "Closed" });
  expect(await give()).toEqual({ is: "refused", message: undefined });
});

test("[SYNC-8, AUTH-15] words of the host that come as text/html are the host's", async () => {
  const { host } = playPaths(() => new Response("Unauthorized", { status: 401, headers: { "content-type": "text/html; charset=utf-8" } }));
  expect(await host.client.send(dashboardAnalytics)).toMatchObject({ is: "refused", status: 401 });
  expect(host.reach.state.is).toBe("reached");
});
