import { setTimeout as pause } from "node:timers/promises";
import { asc, eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../host/db/connection.ts";
import { auditLog, idempotencyKeys, ledgerEntries } from "../../host/db/schema.ts";
import { closeKey, once, sweepKeys } from "../../host/http/idempotency.ts";
import { Random } from "../../host/seed/random.ts";
import { closeAttempt } from "../../src/contract/attempts.ts";
import { config } from "../../src/contract/config.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { ledgerProblems } from "./support/ledger.ts";
import { Gate } from "../support/gate.ts";
import { everyUser } from "./support/reference.ts";
import { serverUrl } from "./support/server-database.ts";
import { type TestHost, openTestHost, testNow } from "./support/test-host.ts";
import { testOnce } from "./support/test-once.ts";

/** Races of a close with its late request; run occasionally with CLOSE_RACES=5000. */
const races = Number(process.env["CLOSE_RACES"] ?? 60);

let box: TestHost;
let token: string;
let email: string;
let path: string;

beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("super_admin");
  email = (await everyUser(box, token))[0]?.email ?? "";
  path = v.parse(config, (await box.call("GET /config.json")).body).attempts ?? "";
});
afterAll(() => box.close());

const fund = (key: string, more: { readonly as?: string; readonly amount?: number } = {}) =>
  box.call("POST /funduser/fund", {
    token: more.as ?? token,
    body: { email, currency: "SOL", amount: more.amount ?? 1.5 },
    headers: { "Idempotency-Key": key },
  });
const close = (key: string, as = token) => box.call(`POST ${path}/${encodeURIComponent(key)}/close`, { token: as, body: {} });
const endOf = async (key: string, as = token) => v.parse(closeAttempt.answer, (await close(key, as)).body);
const entries = async () => (await box.host.deps.db.select().from(ledgerEntries)).length;
const logged = async () => (await box.host.deps.db.select({ seq: auditLog.seq }).from(auditLog).orderBy(asc(auditLog.seq))).length;

describe("closing an attempt", () => {
  testOnce("[KEY-1] config.json announces where", () => {
    expect(path).toBe("/api/attempts");
  });

  test("[KEY-1] done: with the first answer's status, time and body, as often as it is asked; the log says nothing of it", async () => {
    const { body } = await fund("close-done");
    const [before, log] = [await entries(), await logged()];
    box.wait(60_000);
    const end = { state: "done", status: 200, at: testNow.toISOString(), answer: body };
    expect(await endOf("close-done")).toEqual(end);
    expect(await endOf("close-done")).toEqual(end);
    expect(await entries()).toBe(before);
    expect(await logged()).toBe(log);
    // A repeat still gets the first answer.
    expect(await fund("close-done")).toMatchObject({ status: 200, body });
  });

  testOnce("[KEY-1] refused: with the message, and nothing was done", async () => {
    const key = { "Idempotency-Key": "close-refused" };
    const refused = await box.call("POST /funduser/deduct", { token, body: { email, currency: "BNB", amount: 9e9 }, headers: key });
    expect(refused.status).toBe(409);
    expect(await endOf("close-refused")).toMatchObject({ state: "refused", status: 409, answer: refused.body });
  });

  test("[KEY-1] never: the host had not seen the key, says so again, and refuses the request that comes late", async () => {
    const before = await entries();
    const end = await endOf("close-never");
    expect(end).toMatchObject({ state: "never" });
    box.wait(60_000);
    expect(await endOf("close-never")).toEqual(end);
    for (const amount of [1.5, 2])
      expect(await fund("close-never", { amount })).toMatchObject({
        status: 409,
        body: { success: false, message: "This attempt was closed" },
      });
    expect(await endOf("close-never")).toEqual(end);
    expect(await entries()).toBe(before);
  });

  testOnce("[KEY-1] the late request stands in the log as refused", async () => {
    const [latest] = await box.host.deps.db.select().from(auditLog).where(eq(auditLog.message, "This attempt was closed")).limit(1);
    expect(latest).toMatchObject({ action: "fund", outcome: "refused", status: 409 });
  });

  testOnce("[KEY-1] a request that was refused before any work left its key unseen", async () => {
    const poor = await box.tokenFor("moderator", { ...permissionsOf.moderator, canFundUsers: false });
    expect((await fund("close-unseen", { as: poor })).status).toBe(403);
    expect(await endOf("close-unseen", poor)).toMatchObject({ state: "never" });
  });

  testOnce("[KEY-1] a key is its admin's own: another's is neither told nor closed", async () => {
    const other = await box.tokenFor("super_admin");
    await fund("close-mine");
    expect(await endOf("close-mine", other)).toMatchObject({ state: "never" });
    expect(await endOf("close-mine")).toMatchObject({ state: "done" });
    expect(await endOf("close-theirs")).toMatchObject({ state: "never" });
    expect((await fund("close-theirs", { as: other })).status).toBe(200);
  });

  test("[KEY-1] a clock that runs a year ahead for a day forgets no key that may still be asked for; keys of 30 days ago go", async () => {
    // A host of its own: every key goes.
    const swept = await openTestHost();
    const { db, clock } = swept.host.deps;
    const [hour, day] = [3_600_000, 24 * 3_600_000];
    const later = (ms: number) => new Date(clock().getTime() + ms);
    const as = await swept.tokenFor("super_admin");
    const body = { email, currency: "SOL", amount: 1.5 };
    const again = () => swept.call("POST /funduser/fund", { token: as, body, headers: { "Idempotency-Key": "new" } });
    const first = await again();
    const [{ adminId } = { adminId: "" }] = await db.select().from(idempotencyKeys);
    await db.insert(idempotencyKeys).values({ adminId, key: "old", createdAt: later(-30 * day - hour) });
    const kept = async () => (await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys)).map(({ key }) => key);
    for (let at = 0; at < 24; at += 1) await sweepKeys(db, later(365 * day + at * hour));
    expect(await kept()).toEqual(["new"]);
    for (let at = 0; at < 3; at += 1) await sweepKeys(db, later(at * hour));
    expect(await again()).toMatchObject({ status: 200, body: first.body });
    // One that is far behind holds up nothing.
    await sweepKeys(db, later(-9999 * day));
    for (let at = 1; at <= 30 * 24 + 1; at += 1) await sweepKeys(db, later(at * hour));
    expect(await kept()).toEqual([]);
    await swept.close();
  });

  testOnce("[KEY-1] a key that tells its age is 410 once it may have been forgotten; one that is remembered isn't", async () => {
    // A UUIDv7 from 31 days before the tests' clock.
    const time = (testNow.getTime() - 31 * 24 * 3_600_000).toString(16).padStart(12, "0");
    const key = `${time.slice(0, 8)}-${time.slice(8)}-7abc-8def-0123456789ab`;
    expect(await close(key)).toMatchObject({ status: 410, body: { success: false } });
    expect((await fund(key)).status).toBe(200);
    expect(await endOf(key)).toMatchObject({ state: "done" });
  });

  testOnce("[KEY-1] no session, or no key: refused, and nothing is closed", async () => {
    expect((await box.call(`POST ${path}/close-open/close`, { body: {} })).status).toBe(401);
    expect(await close("two words")).toMatchObject({ status: 400, body: { field: "Idempotency-Key" } });
    expect((await fund("close-open")).status).toBe(200);
  });

  test.runIf(serverUrl)("[KEY-1] running: a request that takes long is waited for a little, and then told of as it ended", async () => {
    const { db } = box.host.deps;
    const [{ adminId } = { adminId: "" }] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, "close-done"));
    const owner = { adminId, key: "close-running" };
    const request = { ...owner, method: "POST", path: "/funduser/fund", body: "{}" };
    const [begun, told] = [new Gate(), new Gate()];
    const done = once(db, request, testNow, async () => {
      begun.open();
      await told.opened;
      return { status: 200, text: '{"success":true}' };
    });
    await begun.opened;
    expect(await closeKey(db, owner, testNow)).toEqual({ state: "running" });
    told.open();
    await done;
    expect(await closeKey(db, owner, testNow)).toMatchObject({ state: "done", answer: { success: true } });
  });
});

test("[HOST-5] what was done is answered as done, also where the answer to its COMMIT is lost", async () => {
  const { db } = box.host.deps;
  const [{ adminId } = { adminId: "" }] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, "close-done"));
  const request = { adminId, key: "commit", method: "POST", path: "/funduser/fund", body: "{}" };
  const through = (transaction: (work: Parameters<Db["transaction"]>[0]) => Promise<unknown>): Db =>
    Object.create(db, { transaction: { value: transaction } });
  let times = 0;
  const work = async () => {
    times += 1;
    return { status: 200 as const, text: '{"success":true}' };
  };
  const lossy = through(async (inner) => {
    await db.transaction(inner);
    throw new Error("The connection ended");
  });
  expect(await once(lossy, request, testNow, work)).toEqual({ status: 200, text: '{"success":true}', isReplay: true });
  expect(times).toBe(1);
  // Of another request, or of one that was undone, it says nothing.
  const dead = through(() => Promise.reject(new Error("The connection ended")));
  for (const other of [
    { ...request, body: "[]" },
    { ...request, key: "undone" },
  ])
    await expect(once(dead, other, testNow, work)).rejects.toThrow("The connection ended");
});

test(
  `[KEY-1] a close and the request that comes late, ${races} seeded races: never both "never" and executed, nor neither`,
  async () => {
    const random = new Random(71);
    const counts = { never: 0, done: 0 };
    const before = await entries();
    /** How many ms later the requests start, so that each side wins about half of the races at any load. */
    let lag = 0;
    for (let race = 0; race < races; race += 1) {
      const key = `race-${race}`;
      const after = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
        if (ms > 0) await pause(ms);
        return work();
      };
      const sends = Array.from({ length: random.whole(1, 2) }, () => after(random.whole(0, 3) + lag, () => fund(key)));
      const closes = Array.from({ length: random.whole(1, 3) }, () => after(random.whole(0, 3) - lag, () => endOf(key)));
      const [sent, told] = await Promise.all([Promise.all(sends), Promise.all(closes)]);
      const { state } = await endOf(key);
      if (state !== "never" && state !== "done") throw new Error(`${key} ended as ${state}`);
      counts[state] += 1;
      lag += state === "done" ? 1 : -1;
      expect(
        told.filter((one) => one.state !== state && one.state !== "running"),
        key,
      ).toEqual([]);
      expect([...new Set(sent.map(({ status }) => status))], key).toEqual([state === "never" ? 409 : 200]);
    }
    expect(await entries()).toBe(before + counts.done);
    expect(await ledgerProblems(box.host.deps.db)).toEqual([]);
    // Both sides must win sometimes, or there was no race.
    expect(counts.never).toBeGreaterThan(races / 20);
    expect(counts.done).toBeGreaterThan(races / 20);
  },
  60_000 + races * 200,
);
