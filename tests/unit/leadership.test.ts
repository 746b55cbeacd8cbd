import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Leadership } from "../../src/sync/tabs/leadership.ts";
import { FakeLocks } from "../support/fake-locks.ts";

let locks: FakeLocks;
let closed: AbortController;

beforeEach(() => {
  locks = new FakeLocks();
  closed = new AbortController();
});
afterEach(() => {
  closed.abort();
  vi.unstubAllGlobals();
});

interface Page {
  readonly page: Leadership;
  /** The terms it has led, each aborted at its end. */
  readonly terms: AbortSignal[];
  readonly close: () => void;
}

function load(clientId: string): Page {
  vi.stubGlobal("navigator", { locks: locks.of(clientId) });
  const terms: AbortSignal[] = [];
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, closed.signal]);
  return { page: new Leadership("cache-lead", (term) => terms.push(term), signal), terms, close: () => closing.abort() };
}

const leading = (...pages: readonly Page[]): boolean[] => pages.map(({ page }) => page.leads);

/** Waits for event-loop turns rather than time: on a busy machine timers are late. */
async function soon(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

test("[SYNC-6] a page that is loaded anew takes the lead at once from the page before, which still holds it under the same id", async () => {
  locks.leave("cache-lead", "page-1");
  const { page, terms } = load("page-1");
  await soon();
  expect(page.leads).toBe(true);
  expect(terms.map(({ aborted }) => aborted)).toEqual([false]);
});

test("[SYNC-6] a page leaves the lead to another tab that has it, and to itself", async () => {
  const first = load("page-1");
  await soon();
  expect(first.page.leads).toBe(true);
  const second = load("page-2");
  await soon();
  expect(second.page.leads).toBe(false);
  expect(first.terms.map(({ aborted }) => aborted)).toEqual([false]);
});

test("[SYNC-6] the next tab leads once the one that led closes, and one that has closed never leads", async () => {
  const first = load("page-1");
  await soon();
  const second = load("page-2");
  const third = load("page-3");
  second.close();
  first.close();
  await soon();
  expect(first.terms.map(({ aborted }) => aborted)).toEqual([true]);
  expect(second.terms).toEqual([]);
  expect(leading(first, second, third)).toEqual([false, false, true]);
});

test("[SYNC-6] a tab that steps down leaves the lead to the one that waits, and waits in its turn", async () => {
  const first = load("page-1");
  await soon();
  const second = load("page-2");
  first.page.stepDown();
  await soon();
  expect(leading(first, second)).toEqual([false, true]);
  second.page.stepDown();
  await soon();
  expect(leading(first, second)).toEqual([true, false]);
  expect(first.terms.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test("[SYNC-6] a lead that is stolen is over at once for the tab that had it, which leads again after the thief", async () => {
  const first = load("page-1");
  await soon();
  const second = load("page-2");
  expect(await second.page.seize(await second.page.leader())).toBe(true);
  await soon();
  expect(leading(first, second)).toEqual([false, true]);
  expect(first.terms.map(({ aborted }) => aborted)).toEqual([true]);
  second.close();
  await soon();
  expect(leading(first)).toEqual([true]);
});

test("[SYNC-6] nothing is stolen from a tab that has begun to lead since the frozen one was asked", async () => {
  locks.leave("cache-lead", "frozen");
  const robber = load("page-1");
  await soon();
  await robber.page.seize("frozen");
  await soon();
  const late = load("page-2");
  expect(await late.page.seize("frozen")).toBe(false);
  await soon();
  expect(leading(robber, late)).toEqual([true, false]);
});

test("[SYNC-6] of several tabs that find the leader frozen at once, one takes the lead", async () => {
  locks.leave("cache-lead", "frozen");
  await soon();
  const pages = [load("page-1"), load("page-2"), load("page-3")];
  // All share the test's one navigator: by now each has found out its own id.
  await soon();
  const taken = await Promise.all(pages.map(({ page }) => page.seize("frozen")));
  await soon();
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(leading(...pages).filter(Boolean)).toHaveLength(1);
});

test("[SYNC-6] a page that is left gives up the lead and doesn't stand for it again, so that the next one leads at once", async () => {
  let leave = (): void => {};
  vi.stubGlobal("addEventListener", (_: string, listener: () => void) => {
    leave = listener;
  });
  const left = load("page-1");
  await soon();
  const leaveFirst = leave;
  const next = load("page-2");
  leaveFirst();
  await soon();
  expect(leading(left, next)).toEqual([false, true]);
  next.close();
  await soon();
  expect(left.page.leads).toBe(false);
});

test("[SYNC-6] where the browser has no locks, or refuses them, each tab leads itself", async () => {
  vi.stubGlobal("navigator", {});
  const terms: AbortSignal[] = [];
  const without = new Leadership("cache-lead", (term) => terms.push(term), closed.signal);
  expect([without.leads, await without.seize(undefined), await without.leader()]).toEqual([true, true, undefined]);
  const refuse = () => Promise.reject(new DOMException("storage is off", "SecurityError"));
  vi.stubGlobal("navigator", { locks: { request: refuse, query: refuse } });
  const refused = new Leadership("cache-lead", (term) => terms.push(term), closed.signal);
  await soon();
  expect(refused.leads).toBe(true);
  expect(terms).toHaveLength(2);
});

const refuse = () => Promise.reject(new DOMException("storage is off", "SecurityError"));
for (const [what, navigator] of Object.entries({ "has no locks": {}, "refuses locks": { locks: { request: refuse, query: refuse } } })) {
  test(`[SYNC-6] where the browser ${what}, a tab that stepped down leads again when no tab answers it`, async () => {
    vi.stubGlobal("navigator", navigator);
    const terms: AbortSignal[] = [];
    const page = new Leadership("cache-lead", (term) => terms.push(term), closed.signal);
    await soon();
    page.stepDown();
    expect(page.leads).toBe(false);
    expect(await page.seize(undefined)).toBe(true);
    await soon();
    expect(page.leads).toBe(true);
    expect(terms.map(({ aborted }) => aborted)).toEqual([true, false]);
    // One that leads takes no second lead.
    expect(await page.seize(undefined)).toBe(true);
    await soon();
    expect(terms).toHaveLength(2);
  });
}
