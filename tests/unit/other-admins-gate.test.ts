import { beforeEach, expect, test, vi } from "vitest";
import * as v from "valibot";
import { slip } from "../../src/contract/approvals.ts";
import type { Database } from "../../src/db/store/database.ts";
import { type Attempt, latestAttempts, readAttempt, writeAttempt } from "../../src/db/money/journal.ts";
import { settleBySlip } from "../../src/sync/feeds/settle-slip.ts";
import { leavePosts, postsOf } from "../../src/sync/money/fence.ts";
import { MutationGate, subjectOf } from "../../src/sync/money/gate.ts";
import { settlingFeed } from "../../src/sync/money/settle-attempts.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { fundingIntent, unknownFunding } from "../support/attempts.ts";
import { Gate } from "../support/gate.ts";
import { DeviceStorage } from "../support/device-storage.ts";
import { fakeSession } from "../support/fake-login.ts";
import { bea, cleo, wireSlip } from "../support/played-approvals.ts";
import { closeCall, PlayedCalls } from "../support/played-calls.ts";
import { connectPlayed, emptyCache } from "../support/played-host.ts";

const fund = "POST /funduser/fund";
const never = { json: { success: true, data: { state: "never", at: "2026-11-20T12:00:00.000Z" } } };

let played: PlayedCalls;
let db: Database;

beforeEach(async () => {
  vi.stubGlobal("localStorage", new DeviceStorage());
  played = new PlayedCalls();
  db = await emptyCache();
});

/** Signs somebody in, as another tab may. */
function signIn(id: string): void {
  const { token } = fakeSession(new Date(), { sub: id }, id);
  sessionStore.open(token, { id });
}

/** The gate of a page that Ada signed in to. */
function gateOfAda(): MutationGate {
  const host = connectPlayed(played, { attempts: "/api/attempts", idempotencyHeader: "Idempotency-Key" });
  signIn("ada");
  const ada = sessionStore.current();
  if (!ada) throw new Error("nobody is signed in");
  return new MutationGate(host, db, () => sessionStore.current() ?? ada, "Ada");
}

const unknown = (more: Partial<Attempt> = {}): Attempt => ({
  ...unknownFunding("a", Date.now() - 1000, subjectOf(fundingIntent("a"))),
  keyedAt: Date.now() - 1000,
  ...more,
});

test("[FUND-6, AUTH-14] what one admin confirmed is not sent under the token of another who signs in while the host is looked for", async () => {
  const gate = new Gate();
  played.on("HEAD /asset-markdown/global", async () => {
    await gate.opened;
    return { json: {} };
  });
  const sent = gateOfAda().submit(fundingIntent("a"));
  await vi.waitFor(() => expect(played.callsOf("HEAD /asset-markdown/global")).toHaveLength(1));
  signIn("bea");
  gate.open();
  expect(await sent).toEqual({ is: "blocked", why: "expired" });
  expect(played.callsOf(fund)).toEqual([]);
});

test("[FUND-6, AUTH-14] nor while the host is asked what became of the same, and nothing of it is left", async () => {
  const gate = new Gate();
  played.on(closeCall, async () => {
    await gate.opened;
    return never;
  });
  const money = gateOfAda();
  await writeAttempt(db, unknown());
  await money.settle("a", "did not happen", "");
  const sent = money.submit(fundingIntent("b", { openedAt: Date.now() }));
  await vi.waitFor(() => expect(played.callsOf(closeCall)).toHaveLength(1));
  signIn("bea");
  gate.open();
  expect(await sent).toEqual({ is: "blocked", why: "expired" });
  expect(played.callsOf(fund)).toEqual([]);
  expect((await latestAttempts(db)).map(({ id }) => id)).toEqual(["a"]);
  expect(postsOf(db.name)).toEqual([]);
});

test("[FUND-6, AUTH-14] nor where the other one has signed in before it comes to the gate", async () => {
  const money = gateOfAda();
  signIn("bea");
  expect(await money.submit(fundingIntent("a"))).toEqual({ is: "blocked", why: "expired" });
  await writeAttempt(db, unknown({ body: {} }));
  expect(await money.askHost(unknown({ body: {} }))).toEqual({ is: "blocked", why: "expired" });
  expect(played.callsOf(fund)).toEqual([]);
});

test("[KEY-2, FUND-6] the host is not asked under another admin's token what became of one's attempts: it would never have seen their keys", async () => {
  const money = gateOfAda();
  const post = unknown({ id: "post", subject: '["fund","bea@example.com"]' });
  await writeAttempt(db, unknown());
  await leavePosts(db.name, [unknown(), post]);
  const settle = settlingFeed(money);
  played.on(closeCall, never);
  signIn("bea");
  expect(await settle(0, new AbortController().signal)).toEqual({ is: "failed" });
  expect(played.callsOf(closeCall)).toEqual([]);
  expect((await readAttempt(db, "a"))?.state.is).toBe("unknown");
  expect(postsOf(db.name).map(({ attempt }) => attempt)).toEqual(["a", "post"]);
  signIn("ada");
  expect(await settle(0, new AbortController().signal)).toEqual({ is: "done" });
  expect((await readAttempt(db, "a"))?.state.is).toBe("never");
  expect(postsOf(db.name)).toEqual([]);
});

test("[APPR-6, AUTH-14] a decision of unknown outcome is not settled by who is signed in meanwhile", async () => {
  const money = gateOfAda();
  await writeAttempt(db, unknown({ operation: "approveSlip", details: { slip: "slip-00000" } }));
  signIn("bea");
  const executed = v.parse(slip, wireSlip(0, { state: "executed", checker: cleo }));
  await settleBySlip(money, executed, Date.now(), { id: bea.id, email: bea.email });
  expect((await readAttempt(db, "a"))?.state.is).toBe("unknown");
});
