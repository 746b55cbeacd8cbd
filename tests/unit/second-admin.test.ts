import * as v from "valibot";
import { afterEach, expect, test } from "vitest";
import { approvalPolicy, readPolicy } from "../../src/contract/approvals.ts";
import { type Database, readState } from "../../src/db/store/database.ts";
import { type Attempt, type AttemptState, writeAttempt } from "../../src/db/money/journal.ts";
import { limitOf, movedSince, movedWithinMs } from "../../src/db/money/moved.ts";
import { openInMemory } from "../../src/db/store/open.ts";
import { fundIntent, type FundOrder, fundSubject, orderAgain, slipIntent } from "../../src/app/screens/funding/fund-order.ts";
import { nextAfter } from "../../src/app/screens/funding/refusal.ts";
import { secondAdminBy } from "../../src/app/screens/funding/second-admin.ts";
import { subjectOf } from "../../src/sync/money/gate.ts";
import type { MutationGate } from "../../src/sync/money/gate.ts";
import type { Host } from "../../src/sync/wire/host.ts";
import { judge, outcomeOf } from "../../src/sync/wire/outcome.ts";
import { slipFeeds } from "../../src/sync/feeds/slips-feed.ts";
import type { Sync } from "../../src/sync/start-sync.ts";
import { unknownFunding } from "../support/attempts.ts";
import { policyOf, wireSlip } from "../support/played-slips.ts";

let db: Database | undefined;
afterEach(() => {
  db?.close();
  db = undefined;
});

const policy = v.parse(approvalPolicy, policyOf());
const known = { is: "known", policy, asOf: 7 } as const;
const order = (more: Partial<FundOrder> = {}): FundOrder => ({
  id: "o-1",
  openedAt: 5,
  operation: "fund",
  email: "Ada@example.com",
  currency: "BTC",
  amount: "0.5",
  ...more,
});

test("[APPR-1, APPR-3] a second admin is needed for more than the rule's amount, alone or with what was moved before", () => {
  const { amount: half } = order();
  expect(secondAdminBy(known, order(), "0")).toEqual({ is: "not needed" });
  expect(secondAdminBy(known, order(), half)).toEqual({ is: "not needed" });
  expect(secondAdminBy(known, order(), "0.50000001")).toEqual({
    is: "needed",
    why: "sum",
    above: "1",
    moved: "0.50000001",
    sum: "1.00000001",
    asOf: 7,
  });
  expect(secondAdminBy(known, order({ amount: "1" }), "0")).toEqual({ is: "not needed" });
  expect(secondAdminBy(known, order({ amount: "1.00000001" }), "9")).toEqual({ is: "needed", why: "amount", above: "1", asOf: 7 });
  // 0.1 + 0.2 must equal 0.3.
  const tenths = v.parse(approvalPolicy, policyOf({ rules: [{ operation: "fund", currency: "BTC", above: "0.3" }] }));
  expect(secondAdminBy({ ...known, policy: tenths }, order({ amount: "0.1" }), "0.2")).toEqual({ is: "not needed" });
});

test("[APPR-1] a currency or operation without a rule never needs one, and of several rules the lowest counts", () => {
  expect(secondAdminBy(known, order({ currency: "ETH", amount: "1000000" }), "5")).toEqual({ is: "not needed" });
  const { rules } = v.parse(
    approvalPolicy,
    policyOf({ rules: ["3", "1.5", "2"].map((above) => ({ operation: "fund", currency: "BTC", above })) }),
  );
  expect(limitOf({ rules }, order())).toBe("1.5");
  expect(limitOf({ rules }, order({ operation: "deduct" }))).toBeUndefined();
});

const sent = (id: string, at: number, state: AttemptState, more: Partial<Attempt> = {}): Attempt => ({
  ...unknownFunding(id, at, `subject ${id}`),
  details: { email: "ada@example.com", currency: "BTC", amount: "0.1" },
  state,
  ...more,
});

test("[APPR-1, APPR-3] what was moved counts by user, operation and currency, within 24 hours, and only where it is known to have happened", async () => {
  ({ db } = await openInMemory("moved"));
  const now = 10 * movedWithinMs;
  const done: AttemptState = { is: "done", at: now, message: undefined };
  const settled = { at: now, note: "", byHost: false };
  const attempts = [
    sent("one", now - 1, done),
    sent("other case", now - movedWithinMs, done, { details: { email: "ADA@example.com", currency: "BTC", amount: "0.2" } }),
    sent("found out", now - 2, { is: "unknown", at: now, message: undefined }, { settled: { as: "happened", ...settled } }),
    sent("too old", now - movedWithinMs - 1, done),
    sent("refused", now - 3, { is: "refused", at: now, status: 400, message: undefined }),
    sent("unknown", now - 4, { is: "unknown", at: now, message: undefined }),
    sent("did not", now - 5, { is: "unknown", at: now, message: undefined }, { settled: { as: "did not happen", ...settled } }),
    sent("deducted", now - 6, done, { operation: "deduct" }),
    sent("a slip", now - 7, done, { operation: "makeSlip" }),
    sent("ether", now - 8, done, { details: { email: "ada@example.com", currency: "ETH", amount: "9" } }),
    sent("somebody else", now - 9, done, { details: { email: "bob@example.com", currency: "BTC", amount: "9" } }),
  ];
  for (const attempt of attempts) await writeAttempt(db, attempt);
  expect(await movedSince(db, order(), now - movedWithinMs)).toBe("0.4");
});

// The part of the sync that an intent uses.
const sync = { host: { config: { paths: { fund: "/funduser/fund" }, approvals: "/api/approvals" } } } as unknown as Sync;

test("[APPR-3, FUND-6] a slip is an attempt of the same subject as the funding that it asks for, and not of a deduction", () => {
  const funding = subjectOf(fundIntent(sync, order(), undefined));
  expect(subjectOf(slipIntent(sync, order()))).toBe(funding);
  expect(subjectOf(slipIntent(sync, order({ operation: "deduct" })))).not.toBe(funding);
  // As before slips existed: unsettled attempts from then still block.
  expect(funding).toBe(subjectOf({ operation: "fund", subject: fundSubject(order()) }));
});

test("[FUND-3, APPR-2] nothing goes out beside the documented fields but what was given", () => {
  const { body, details } = fundIntent(sync, order({ reason: "", note: "", reverses: "" }), undefined);
  expect(JSON.stringify(body)).toBe('{"email":"Ada@example.com","currency":"BTC","amount":"0.5"}');
  expect(Object.keys(details)).toEqual(["email", "currency", "amount"]);
  expect(fundIntent(sync, order({ reason: "other", note: "gift", reverses: "DEDUCT-7" }), "1").body).toEqual({
    email: "Ada@example.com",
    currency: "BTC",
    amount: "0.5",
    reason: "other",
    note: "gift",
    reverses: "DEDUCT-7",
  });
});

test("[KEY-3, APPR-3] a slip that never arrived is asked for again as a slip, with its reason, note and reference", () => {
  const asked = order({ reason: "other", note: "gift", reverses: "DEDUCT-7" });
  const { details } = slipIntent(sync, asked);
  const again = orderAgain(sent("s", 1, { is: "never", at: 2 }, { operation: "makeSlip", details }));
  const { id: _id, openedAt: _openedAt, ...same } = asked;
  expect(again).toMatchObject({ ...same, forSecond: { said: undefined } });
  expect(again?.id).not.toBe(asked.id);
  expect(orderAgain(sent("f", 1, { is: "never", at: 2 }))).not.toHaveProperty("forSecond");
});

const refused = (status: number, body: object) =>
  ({ is: "refused", status, message: undefined, body: JSON.stringify(body), attempt: "a" }) as const;

test("[APPR-3, APPR-8] only a 403 about the amount leads to a second admin, and only a 409 that names a slip leads to it", () => {
  expect(nextAfter(refused(403, { field: "amount" }), "direct")).toEqual({ is: "ask" });
  expect(nextAfter(refused(403, { message: "no" }), "direct")).toEqual({ is: "nothing" });
  expect(nextAfter(refused(400, { field: "amount" }), "direct")).toEqual({ is: "nothing" });
  expect(nextAfter(refused(403, { field: "amount" }), "slip")).toEqual({ is: "nothing" });
  expect(nextAfter(refused(409, { data: { id: "slip-9" } }), "slip")).toEqual({ is: "open", slip: "slip-9" });
  expect(nextAfter(refused(409, { message: "This attempt was closed" }), "slip")).toEqual({ is: "nothing" });
  expect(nextAfter({ ...refused(403, {}), body: "<h1>" }, "direct")).toEqual({ is: "nothing" });
});

const answered = (value: unknown) => ({ is: "answered", value, sentAt: 1 }) as const;

test("[APPR-3, APPR-9] the journal keeps the ledger's reference and the slip's id, from the answer and from what the host tells of a key", () => {
  expect(judge(answered({ success: true, reference: "FUND-1" }), 3)).toMatchObject({ is: "done", reference: "FUND-1" });
  expect(judge(answered({ success: true, data: { reference: "FUND-1" } }), 3)).toMatchObject({ is: "done", reference: "FUND-1" });
  expect(judge(answered(wireSlip()), 3)).toMatchObject({ is: "done", slip: "slip-1" });
  expect(judge(answered({ success: true, data: wireSlip() }), 3)).toMatchObject({ is: "done", slip: "slip-1" });
  // A user's id isn't a slip's.
  expect(judge(answered({ data: { id: "u-1" } }), 3)).toEqual({ is: "done", at: 3, message: undefined });
});

test("[FUND-4] a 2xx that says no is a refusal, whatever else is missing from it", () => {
  const body = '{"success":false,"message":"Closed for today"}';
  const malformed = { is: "malformed", status: 200, problem: "no data", body } as const;
  const state = judge(malformed, 3);
  expect(state).toEqual({ is: "refused", at: 3, status: 200, message: "Closed for today" });
  expect(outcomeOf("a", state, malformed)).toMatchObject({ is: "refused", body });
  expect(judge({ ...malformed, body: '{"success":true}' }, 3).is).toBe("unknown");
  expect(judge({ ...malformed, body: "<h1>no</h1>" }, 3).is).toBe("unknown");
});

test("[APPR-1] the policy is read below the announced path and kept for offline, and a failed read takes nothing away", async () => {
  ({ db } = await openInMemory("policy"));
  const asked: unknown[] = [];
  let answer: object = answered(v.parse(readPolicy.answer, { success: true, data: policyOf() }));
  const read = async (_: unknown, request: object) => {
    asked.push(request);
    return answer;
  };
  // The part of a host that the feed uses.
  const host = { config: { approvals: "/two" }, reads: { read } } as unknown as Host;
  const { approvalPolicy: feed } = slipFeeds(host, db, {} as MutationGate, () => ({ id: "me", email: undefined }));
  const { signal } = new AbortController();
  expect(await feed(null, signal)).toEqual({ is: "done" });
  expect(asked).toEqual([{ path: "/two/policy" }]);
  const kept = await readState(db, "approvalPolicy");
  expect(kept).toMatchObject({ asOf: 1, policy: { rules: policy.rules, reasons: policy.reasons } });
  answer = { is: "malformed", status: 200, problem: "rules is missing", body: "{}" };
  expect((await feed(null, signal)).is).toBe("failed");
  expect(await readState(db, "approvalPolicy")).toEqual(kept);
});
