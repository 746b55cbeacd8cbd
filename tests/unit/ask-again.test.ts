import { expect, test } from "vitest";
import { askAgain } from "../../src/app/data/ask-again.ts";
import { Observable } from "../../src/sync/state/observable.ts";
import type { Sync } from "../../src/sync/start-sync.ts";

const sync = {
  dispatcher: { demand: () => Promise.resolve({ is: "done" }) },
  host: { trouble: new Observable(undefined), clock: { now: () => 1000 } },
} as unknown as Sync;

test("[RATE-3, SYNC-7] what the host has told and this device can't read counts as not asked, and nobody waits for it", async () => {
  expect(await askAgain(sync, "onramp", null, () => Promise.resolve({ asOf: 1000 }))).toEqual({ asOf: 1000 });
  expect(await askAgain(sync, "onramp", null, () => Promise.reject(new Error("closed")))).toBeUndefined();
});
