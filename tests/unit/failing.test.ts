import { expect, test } from "vitest";
import { type Failing, failingOf } from "../../src/sync/wire/failing.ts";
import type { Trouble } from "../../src/sync/wire/read-queue.ts";

const trouble = (answer: Trouble["answer"], tookMs = 20, rests = false): Trouble => ({
  call: "GET /analytics/filter",
  key: "GET /analytics/filter?page=1",
  answer,
  tookMs,
  willRetry: false,
  rests,
});
const howOf = (answer: Trouble["answer"], tookMs?: number): Failing["how"] | undefined => failingOf(trouble(answer, tookMs), 5)?.how;
const lost = (why: "network" | "timeout" | "intercepted" | "aborted"): Trouble["answer"] => ({ is: "lost", why, sent: true });
const refused = (status: number, message?: string): Trouble["answer"] => ({
  is: "refused",
  status,
  message,
  body: "",
  retryAfterMs: undefined,
});

test.each<[string, Failing["how"] | undefined, Trouble["answer"], number?]>([
  ["fails before it can have left the device", "blocked", lost("network"), 999],
  ["breaks off later", "cut", lost("network"), 1000],
  ["says nothing in time", "slow", lost("timeout")],
  ["is answered by something in between", "intercepted", lost("intercepted")],
  ["was given up by its own screen", undefined, lost("aborted")],
  ["can't be read", "unreadable", { is: "malformed", status: 200, problem: "no JSON", body: "" }],
  ["isn't sent, as the session is over", undefined, { is: "expired" }],
  ["comes too often", "refused", refused(429)],
  ["takes the host too long", "refused", refused(408)],
  ["breaks the host", "refused", refused(500, "Sorry")],
  ["is kept out without a word", "refused", refused(403)],
  ["is refused with a reason", undefined, refused(403, "Not you")],
  ["asks for what isn't there", undefined, refused(404)],
])("[LAY-7] a call that %s: %s", (_, how, answer, tookMs) => {
  expect(howOf(answer, tookMs)).toBe(how);
});

test("[LAY-7, SYNC-5] a failure names its call, status and time, and whether it rests", () => {
  expect(failingOf(trouble(refused(503), 20, true), 77)).toEqual({
    call: "GET /analytics/filter",
    how: "refused",
    status: 503,
    at: 77,
    rests: true,
  });
  expect(failingOf(trouble(lost("timeout")), 77)).toMatchObject({ status: undefined, rests: false });
});
