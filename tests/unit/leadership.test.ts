import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Leadership } from "../../src/sync/leadership.ts";
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

function load(clientId: string): { readonly page: Leadership; readonly terms: AbortSignal[] } {
  vi.stubGlobal("navigator", { locks: locks.of(clientId) });
  const terms: AbortSignal[] = [];
  return { page: new Leadership("cache-lead", (term) => terms.push(term), closed.signal), terms };
}

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

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
