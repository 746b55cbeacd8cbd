import { expect, test } from "vitest";
import { lockDueInMs } from "../../src/sync/state/idle-lock.ts";

const now = 1_750_000_000_000;
const minute = 60_000;

test.each([
  ["is due the chosen time after the last input", 15, String(now - 14 * minute), minute],
  ["is overdue afterwards", 15, String(now - 16 * minute), -minute],
  ["counts from now on without an input", 15, null, 15 * minute],
  ["is never due where it is off", 0, String(now - 999 * minute), Number.POSITIVE_INFINITY],
  ["bears an input of another tab with a clock slightly ahead", 15, String(now + minute), 16 * minute],
  ["is due where the clock was put back", 15, String(now + minute + 1), 0],
  ["is due where the input's time is no number", 15, "soon", 0],
])("[AUTH-15] the lock %s", (_, lockAfter, input, expected) => {
  expect(lockDueInMs(lockAfter, input, now)).toBe(expected);
});
