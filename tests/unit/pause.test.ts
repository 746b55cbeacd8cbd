import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { pause, systemClock } from "../../src/sync/wire/reach.ts";

test("[SYNC-5] a pause that is over has let go of its signal, and an aborted one ends at once", async () => {
  const stop = new AbortController();
  for (let turn = 0; turn < 20; turn += 1) await pause(systemClock, 0, stop.signal);
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
  const long = pause(systemClock, 3_600_000, stop.signal);
  stop.abort();
  await long;
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
  await pause(systemClock, 3_600_000, stop.signal);
});
