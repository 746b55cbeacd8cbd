import { afterEach, expect, test, vi } from "vitest";
import { underLock } from "../../src/sync/tabs/under-lock.ts";
import { FakeLocks } from "../support/fake-locks.ts";

afterEach(() => vi.unstubAllGlobals());

const refuse = () => Promise.reject(new DOMException("storage is off", "SecurityError"));

test.each([
  ["has no locks", {}],
  ["refuses locks", { locks: { request: refuse } }],
  ["has a free one", { locks: new FakeLocks().of("tab") }],
])("[SYNC-7] where the browser %s, what needs one runs, once, and its error is its own", async (_, navigator) => {
  vi.stubGlobal("navigator", navigator);
  const run = vi.fn((isHeld: boolean) => Promise.resolve(isHeld));
  expect(await underLock("one", { ifAvailable: true }, run)).toBe(true);
  expect(run).toHaveBeenCalledOnce();
  const fail = vi.fn(() => Promise.reject(new Error("its own")));
  vi.stubGlobal("navigator", { locks: { request: async (_name: string, _options: object, work: (lock: object) => unknown) => work({}) } });
  await expect(underLock("one", {}, fail)).rejects.toThrow("its own");
  expect(fail).toHaveBeenCalledOnce();
});

test("[SYNC-6] a lock that another tab has isn't waited for where only a free one is wanted", async () => {
  const locks = new FakeLocks();
  locks.leave("one", "other");
  vi.stubGlobal("navigator", { locks: locks.of("tab") });
  expect(await underLock("one", { ifAvailable: true }, (isHeld) => isHeld)).toBe(false);
});
