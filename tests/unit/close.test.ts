import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Database } from "../../src/db/store/database.ts";
import { type AttemptState, readAttempt, recordOutcome, writeAttempt } from "../../src/db/money/journal.ts";
import { canClose, closeOne, closePost, closeRefused, sendingLock } from "../../src/sync/money/close.ts";
import { leavePosts, postsOf } from "../../src/sync/money/fence.ts";
import type { Sending } from "../../src/sync/money/send.ts";
import { unknownFunding } from "../support/attempts.ts";
import { DeviceStorage } from "../support/device-storage.ts";
import { type Answer, closeCall, PlayedCalls } from "../support/played-calls.ts";
import { connectPlayed, emptyCache } from "../support/played-host.ts";

const day = 24 * 3_600_000;
const at = "2026-11-20T12:00:00.000Z";
const attempt = { ...unknownFunding("a-1", 1000, "subject"), keyedAt: 1000 };

let played: PlayedCalls;
let db: Database;

beforeEach(async () => {
  played = new PlayedCalls();
  db = await emptyCache();
});

/** The gate's part, with a clock at `now`; `isFree`: nobody else is at the subject. */
function sendingOf({
  now = 5000,
  isFree = true,
  settings = { attempts: "/api/attempts" },
}: { now?: number; isFree?: boolean; settings?: object } = {}): Sending {
  const host = connectPlayed(played, settings, { now: () => now, after: () => {} });
  vi.stubGlobal("localStorage", new DeviceStorage());
  return {
    host,
    db,
    who: "Grace",
    keeping: "on",
    isOurs: () => true,
    run: () => {},
    record: async (id, state) => void (await recordOutcome(db, id, state)),
    exclusively: async (_, run) => (isFree ? run() : undefined),
  };
}
const ends = (data: object): PlayedCalls => played.on(closeCall, { json: { success: true, data } });
const stateNow = async (): Promise<AttemptState | undefined> => (await readAttempt(db, "a-1"))?.state;

test("[KEY-1, KEY-2] a host can be asked about what was sent under a key, in the 29 days after", () => {
  const sent = (keyedAt: number | undefined, settings?: object): boolean =>
    canClose(sendingOf({ now: 100 * day, ...(settings && { settings }) }), { keyedAt });
  expect([sent(100 * day), sent(71 * day + 1)]).toEqual([true, true]);
  expect([sent(71 * day), sent(undefined), sent(100 * day + 1)]).toEqual([false, false, false]);
  expect(sent(100 * day, {})).toBe(false);
});

describe("[KEY-2] what the answer means", () => {
  test.each<[string, Answer, string, AttemptState["is"]]>([
    ["done", { json: { data: { state: "done", status: 200, at, answer: { success: true, message: "Funded" } } } }, "ended", "done"],
    ["a stored no", { json: { data: { state: "done", status: 200, at, answer: { success: false } } } }, "ended", "refused"],
    ["refused", { json: { data: { state: "refused", status: 409, at, answer: { message: "Frozen" } } } }, "ended", "refused"],
    ["never seen", { json: { data: { state: "never", at } } }, "ended", "never"],
    ["in progress", { json: { data: { state: "running" } } }, "later", "unknown"],
    ["cut off", { is: "cut" }, "later", "unknown"],
    ["busy", { status: 429, json: {} }, "later", "unknown"],
    ["no session", { status: 401, json: {} }, "later", "unknown"],
    ["down", { status: 500, json: {} }, "later", "unknown"],
    ["a proxy's page that knows no host", { status: 404, body: "404 page not found", contentType: "text/plain" }, "later", "unknown"],
    ["a gateway's page", { status: 403, body: "<h1>Forbidden</h1>", contentType: "text/html" }, "later", "unknown"],
    ["a gateway's JSON that knows no route", { status: 404, json: { message: "no Route matched" } }, "later", "unknown"],
    ["a page in its place", { body: "<h1>One moment</h1>", contentType: "text/html" }, "later", "unknown"],
    ["half an answer", { body: '{"success":true,"data":{"sta', contentType: "application/json" }, "later", "unknown"],
    ["unknown to it", { status: 404, json: { success: false } }, "untold", "unknown"],
    ["not allowed", { status: 403, json: { success: false } }, "untold", "unknown"],
    ["a form that nobody knows", { json: { data: { state: "perhaps" } } }, "untold", "unknown"],
    ["success: false", { json: { success: false, data: { state: "never", at } } }, "untold", "unknown"],
  ])("%s", async (_, answer, closed, state) => {
    await writeAttempt(db, attempt);
    played.on(closeCall, answer);
    expect(await closeOne(sendingOf(), attempt, 0)).toBe(closed);
    expect((await stateNow())?.is).toBe(state);
    expect(played.callsOf(closeCall)).toHaveLength(1);
  });

  test("a refusal keeps the host's words and status", async () => {
    await writeAttempt(db, attempt);
    ends({ state: "refused", status: 409, at, answer: { message: "Frozen" } });
    await closeOne(sendingOf(), attempt, 0);
    expect(await stateNow()).toEqual({ is: "refused", at: 5000, status: 409, message: "Frozen" });
  });
});

describe("[KEY-2] what is not asked about", () => {
  test("an attempt that has ended, or is gone from the journal", async () => {
    expect(await closeOne(sendingOf(), attempt, 0)).toBe("ended");
    await writeAttempt(db, { ...attempt, state: { is: "never", at: 1 } });
    expect(await closeOne(sendingOf(), attempt, 0)).toBe("ended");
    expect(played.callsOf(closeCall)).toEqual([]);
  });

  test("one that is being sent, here or in another tab, or whose subject is busy", async () => {
    ends({ state: "never", at });
    await writeAttempt(db, { ...attempt, state: { is: "sent" } });
    expect(await closeOne(sendingOf(), attempt, 9000)).toBe("later");
    await writeAttempt(db, attempt);
    expect(await closeOne(sendingOf({ isFree: false }), attempt, 0)).toBe("later");
    const sending = sendingOf();
    vi.stubGlobal("navigator", { onLine: true, locks: { query: async () => ({ held: [{ name: sendingLock(db, "a-1") }] }) } });
    expect(await closeOne(sending, attempt, 500)).toBe("later");
    expect(played.callsOf(closeCall)).toEqual([]);
    // The host was away since it was sent: its answer may never come.
    expect(await closeOne(sending, attempt, 1001)).toBe("ended");
  });

  test("browsers that can't tell who holds a lock count as nobody", async () => {
    ends({ state: "never", at });
    await writeAttempt(db, attempt);
    const sending = sendingOf();
    vi.stubGlobal("navigator", { onLine: true, locks: { query: () => Promise.reject(new DOMException("no", "SecurityError")) } });
    expect(await closeOne(sending, attempt, 0)).toBe("ended");
  });
});

test("[KEY-2] a refused attempt is closed although it has ended, so that a repeat by the browser can't do it", async () => {
  await writeAttempt(db, { ...attempt, state: { is: "refused", at: 2, status: 401, message: undefined } });
  ends({ state: "done", status: 200, at, answer: { success: true } });
  expect(await closeRefused(sendingOf(), attempt)).toBe("ended");
  expect((await stateNow())?.is).toBe("done");
  expect(await closeRefused(sendingOf({ isFree: false }), attempt)).toBe("later");
});

describe("[KEY-4] of which only a post is left", () => {
  const posted = async () => {
    const sending = sendingOf();
    await leavePosts(db.name, [attempt]);
    const [post] = postsOf(db.name);
    if (!post) throw new Error("no post");
    return { sending, post };
  };

  test("its end is written down with what the post holds, and the post goes", async () => {
    const { sending, post } = await posted();
    ends({ state: "done", status: 200, at, answer: { success: true, message: "Funded" } });
    expect(await closePost(sending, post)).toBe("ended");
    expect(await readAttempt(db, "a-1")).toMatchObject({
      at: 1000,
      operation: "fund",
      by: "Grace",
      target: "",
      body: undefined,
      state: { is: "done" },
    });
    expect(postsOf(db.name)).toEqual([]);
  });

  test("without an end, or without a journal to write it to, the post stays", async () => {
    const { sending, post } = await posted();
    ends({ state: "running" });
    expect(await closePost(sending, post)).toBe("later");
    ends({ state: "never", at });
    db.close();
    await expect(closePost(sending, post)).rejects.toThrow();
    expect(postsOf(db.name)).toHaveLength(1);
  });
});
