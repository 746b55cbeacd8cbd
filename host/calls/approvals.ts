import Big from "big.js";
import { and, eq } from "drizzle-orm";
import {
  approvePolicy,
  approveSlip,
  changePolicy,
  listSlips,
  makeSlip,
  readPolicy,
  readSlip,
  refuseSlip,
  signSlip,
  slipReceipt,
  withdrawPolicy,
  withdrawSlip,
} from "../../src/contract/approvals.ts";
import { isAble } from "../approvals/able.ts";
import { execute, keepMakersSignature } from "../approvals/execute.ts";
import {
  type Policy,
  type ProposalRow,
  expireProposals,
  openProposal,
  policyInForce,
  proposalDigest,
  requireReason,
} from "../approvals/policy.ts";
import { receiptOf } from "../approvals/receipt.ts";
import type { KeptSignature } from "../approvals/signing.ts";
import {
  type SlipRow,
  conflict,
  decide,
  decidedBefore,
  digestOf,
  expireDue,
  expireSlips,
  holdSlip,
  pageOfSlips,
  slipById,
} from "../approvals/slips.ts";
import type { Db } from "../db/connection.ts";
import { admins, approvalPolicies, slips } from "../db/schema.ts";
import { type AdminRequest, type Mutation, type Router, adminCall, mutationCall } from "../http/call-route.ts";
import type { AnyCall } from "../http/call-types.ts";
import { idempotencyHeader, readKey } from "../http/idempotency.ts";
import { Refusal, badField } from "../http/refusal.ts";
import { newId } from "../ids.ts";
import { balancesOf } from "../ledger/accounts.ts";
import { requireCovered } from "../ledger/post-funding.ts";
import { requireReversible } from "../ledger/reversals.ts";
import { requireBelowCeiling, worthUsd } from "../ledger/worth.ts";
import { partyOf } from "../passkeys/relying-party.ts";
import { userByEmail } from "../queries/find-user.ts";

const hourMs = 3600 * 1000;
const needs = "canFundUsers";
const reading = { needs, orNeeds: "canAccessReports" } as const;

/** A slip's text for the audit log. */
const said = ({ id, operation, amount, currency }: SlipRow) => ({ slip: id, operation, amount: new Big(amount).toFixed(), currency });

const idOf = ({ params }: { readonly params: Readonly<Record<string, string>> }): string => params["id"] ?? "";

const notSuper = (): Refusal => new Refusal(403, "Only a super_admin decides what needs two admins.");

/** Making, signing, reading and deciding on slips, and their receipts (APPR-3, APPR-6 to APPR-10). */
function slipCalls(router: Router): void {
  const { deps } = router;

  /** Verifies a signature, if the policy requires one. */
  async function signed(
    { tx, admin, c }: Pick<Mutation<AnyCall>, "tx" | "admin" | "c">,
    policy: Policy,
    digest: string,
    signature: unknown,
  ): Promise<KeptSignature | Refusal | undefined> {
    if (policy.signing === "none") return undefined;
    if (signature === undefined) throw badField("signature", "is missing: this host's slips are signed");
    return deps.verifySignature({ tx, adminId: admin.id, digest, signature, now: deps.clock(), c });
  }

  mutationCall(router, makeSlip, { needs, created: true }, async ({ tx, body, admin, now, note, c }) => {
    const { operation, currency, reason, note: remark, reverses } = body;
    const amount = new Big(body.amount);
    const policy = await policyInForce(tx);
    requireReason(policy, body);
    if (operation === "fund") requireBelowCeiling(await worthUsd(tx, currency, amount), deps.fundCeilingUsd);
    const user = await userByEmail(tx, body.email);
    if (reverses !== undefined) await requireReversible(tx, { operation, userId: user.id, currency, amount, reverses });
    if (operation === "deduct") {
      const balances = await balancesOf(tx, user.id);
      const own = balances.find((one) => one.kind === "available" && one.currency === currency);
      requireCovered(user, currency, new Big(own?.balance ?? 0), amount);
    }
    const terms = {
      id: newId(now),
      operation,
      userId: user.id,
      email: body.email,
      currency,
      amount: amount.toFixed(),
      reason: reason ?? null,
      note: remark || null,
      reverses: reverses ?? null,
      makerId: admin.id,
      madeAt: now,
      expiresAt: new Date(now.getTime() + policy.expiresAfterHours * hourMs),
      attempt: readKey(c.req.header(idempotencyHeader)) ?? null,
    };
    const digest = digestOf(terms);
    // An overdue slip must not block a new one, even if nothing has read it since.
    await expireDue(tx, now, user.id);
    // Waits for a concurrent insert of the same subject.
    const made = await tx
      .insert(slips)
      .values({ ...terms, digest })
      .onConflictDoNothing()
      .returning({ id: slips.id });
    if (made.length === 0) {
      const subject = [
        eq(slips.userId, user.id),
        eq(slips.operation, operation),
        eq(slips.currency, currency),
        eq(slips.amount, terms.amount),
      ];
      const [open] = await tx
        .select({ id: slips.id })
        .from(slips)
        .where(and(...subject, eq(slips.state, "open")));
      throw new Refusal(409, "The same waits for a second admin already", open === undefined ? {} : { data: { id: open.id } });
    }
    note({ target: user.email, after: { slip: terms.id, digest, expiresAt: terms.expiresAt } });
    return { success: true, message: "It waits for a second admin", data: await slipById(tx, terms.id) };
  });

  adminCall(router, listSlips, { ...reading, defaults: { page: "1", limit: "50" } }, async ({ query, admin }) => {
    const now = deps.clock();
    await expireSlips(deps.db, now);
    const { signing } = await policyInForce(deps.db);
    return { success: true, data: await pageOfSlips(deps.db, query, admin, signing !== "none", now) };
  });

  adminCall(router, readSlip, reading, async (request) => {
    await expireSlips(deps.db, deps.clock());
    return { success: true, data: await slipById(deps.db, idOf(request)) };
  });

  mutationCall(router, signSlip, { needs }, async ({ tx, body, admin, note, ...request }) => {
    const slip = await holdSlip(tx, idOf(request));
    const now = deps.clock();
    note({ target: slip.email });
    if (slip.makerId !== admin.id) throw new Refusal(403, "Only the admin who asked for it signs it first");
    const decided = await decidedBefore(tx, slip, now);
    if (decided !== undefined) return decided;
    const policy = await policyInForce(tx);
    if (policy.signing === "none") throw await conflict(tx, slip.id, "This host's slips aren't signed");
    if (body.digest !== slip.digest) throw await conflict(tx, slip.id, "What was signed is another text than the slip's");
    if (slip.makerSignature !== null) throw await conflict(tx, slip.id, "The slip was signed already");
    const kept = await signed({ tx, admin, c: request.c }, policy, slip.digest, body.signature);
    if (kept instanceof Refusal) return kept;
    if (kept !== undefined) await keepMakersSignature(tx, slip.id, kept, now);
    note({ after: { ...said(slip), digest: slip.digest } });
    return { success: true, message: "Signed", data: await slipById(tx, slip.id) };
  });

  mutationCall(router, approveSlip, { needs }, async ({ tx, body, admin, note, ...request }) => {
    const slip = await holdSlip(tx, idOf(request));
    // Read after taking the lock: the decision's own time counts, not the time spent waiting.
    const now = deps.clock();
    note({ target: slip.email });
    if (slip.makerId === admin.id) {
      note({ isOwnSlip: true });
      throw new Refusal(403, "Somebody else must decide on what you asked for");
    }
    const decided = await decidedBefore(tx, slip, now);
    if (decided !== undefined) return decided;
    if (body.digest !== slip.digest) throw await conflict(tx, slip.id, "What was decided on is another text than the slip's");
    const policy = await policyInForce(tx);
    const signature = await signed({ tx, admin, c: request.c }, policy, slip.digest, body.signature);
    // From here on refusals are returned: the signature is used up, whatever comes of it.
    if (signature instanceof Refusal) return signature;
    if (signature !== undefined && slip.makerSignature === null) return conflict(tx, slip.id, "Its maker has not signed it yet");
    if (signature !== undefined && signature.publicKey === slip.makerSignature?.publicKey)
      return badField("signature", "is by the same key as its maker's");
    const executed = await execute({ tx, deps, slip, checkerId: admin.id, signature, now });
    if (executed instanceof Refusal) return executed;
    const { posted, user, worthUsd: worth } = executed;
    const { currency } = slip;
    note({
      target: user.email,
      before: { currency, available: posted.newBalance.minus(posted.amount).toFixed() },
      after: { ...said(slip), available: posted.newBalance.toFixed(), reference: posted.reference, digest: slip.digest },
      ...(worth === undefined ? {} : { worthUsd: worth.toFixed(), alertAboveUsd: deps.fundAlertUsd }),
    });
    const done = slip.operation === "fund" ? `Funded ${user.email} with` : `Deducted from ${user.email}`;
    return { success: true, message: `${done} ${new Big(slip.amount).toFixed()} ${currency}`, data: await slipById(tx, slip.id) };
  });

  /** Ends a slip without moving money. */
  async function end<C extends AnyCall>(
    { tx, admin, note, ...request }: Mutation<C>,
    state: "refused" | "withdrawn",
    decisionNote: string | null,
  ): Promise<object> {
    const slip = await holdSlip(tx, idOf(request));
    const now = deps.clock();
    note({ target: slip.email });
    const isOwn = slip.makerId === admin.id;
    if (isOwn && state === "refused") {
      note({ isOwnSlip: true });
      throw new Refusal(403, "Somebody else must decide on what you asked for; you can withdraw it");
    }
    if (!isOwn && state === "withdrawn") throw new Refusal(403, "Only the admin who asked for it can withdraw it");
    const decided = await decidedBefore(tx, slip, now);
    if (decided !== undefined) return decided;
    await decide(tx, slip.id, { state, decidedAt: now, decisionNote, checkerId: isOwn ? null : admin.id });
    note({ after: { ...said(slip), decisionNote } });
    return { success: true, message: isOwn ? "Withdrawn" : "Refused", data: await slipById(tx, slip.id) };
  }
  mutationCall(router, refuseSlip, { needs }, (request) => end(request, "refused", request.body.note));
  mutationCall(router, withdrawSlip, { needs }, (request) => end(request, "withdrawn", null));

  adminCall(router, slipReceipt, reading, async (request) => ({ success: true, data: await receiptOf(deps.db, idOf(request)) }));
}

/** A proposal on the wire. */
async function wireProposal(db: Db, { id, policy, makerId, madeAt, expiresAt, digest }: ProposalRow): Promise<object> {
  const [maker] = await db
    .select({ id: admins.id, name: admins.adminName, email: admins.email })
    .from(admins)
    .where(eq(admins.id, makerId));
  return { id, policy, maker, madeAt: madeAt.toISOString(), expiresAt: expiresAt.toISOString(), digest };
}

/** The policy, and proposals for another one, which a second super_admin approves. */
function policyCalls(router: Router): void {
  const { deps } = router;

  adminCall(router, readPolicy, reading, async ({ admin }: AdminRequest<typeof readPolicy>) => {
    const policy = await policyInForce(deps.db);
    const proposed = admin.role === "super_admin" ? await openProposal(deps.db, deps.clock(), false) : undefined;
    const data = proposed === undefined ? policy : { ...policy, proposed: await wireProposal(deps.db, proposed) };
    return { success: true, data };
  });

  mutationCall(router, changePolicy, { needs: "canManageAdmins" }, async ({ tx, body, admin, now, note, c }) => {
    if (admin.role !== "super_admin") throw notSuper();
    if (body.signing === "passkey" && partyOf(deps, c) === undefined)
      throw badField("signing", "can't be passkey: this host has none, since they need a PUBLIC_URL with https and a name");
    const { expiresAfterHours } = await policyInForce(tx);
    await expireProposals(tx, now);
    const [replaced] = await tx
      .update(approvalPolicies)
      .set({ state: "withdrawn", decidedAt: now })
      .where(eq(approvalPolicies.state, "open"))
      .returning({ proposal: approvalPolicies.id, digest: approvalPolicies.digest });
    const terms = {
      id: newId(now),
      policy: body,
      makerId: admin.id,
      madeAt: now,
      expiresAt: new Date(now.getTime() + expiresAfterHours * hourMs),
    };
    const [made] = await tx
      .insert(approvalPolicies)
      .values({ ...terms, digest: proposalDigest(terms) })
      .onConflictDoNothing()
      .returning();
    if (made === undefined) throw new Refusal(409, "Somebody else proposed another policy at the same moment");
    // Its maker may be another admin, who is told nothing.
    note({ target: "approvals", ...(replaced && { before: replaced }), after: { proposal: made.id, digest: made.digest } });
    return { success: true, message: "It waits for another super_admin", data: await wireProposal(tx, made) };
  });

  /** The open proposal, locked, if it is the one the super_admin read. Throws 403 or 409. */
  async function proposalRead({ tx, admin, body }: Pick<Mutation<typeof approvePolicy>, "tx" | "admin" | "body">): Promise<ProposalRow> {
    if (admin.role !== "super_admin") throw notSuper();
    const proposed = await openProposal(tx, deps.clock(), true);
    if (proposed === undefined) throw new Refusal(409, "No proposal for another policy waits");
    if (proposed.digest !== body.digest) throw new Refusal(409, "The proposal is another one by now: read it again");
    return proposed;
  }

  mutationCall(router, approvePolicy, { needs: "canManageAdmins" }, async ({ tx, body, admin, note }) => {
    note({ target: "approvals" });
    const proposed = await proposalRead({ tx, admin, body });
    const now = deps.clock();
    if (proposed.makerId === admin.id) {
      note({ isOwnSlip: true });
      throw new Refusal(403, "Another super_admin must decide on what you proposed");
    }
    if (!(await isAble(tx, proposed.makerId, deps.demoAccounts, ({ role }) => role === "super_admin")))
      throw new Refusal(409, "The admin who proposed it is no super_admin any more: propose it yourself");
    const before = await policyInForce(tx);
    await tx
      .update(approvalPolicies)
      .set({ state: "executed", checkerId: admin.id, decidedAt: now })
      .where(eq(approvalPolicies.id, proposed.id));
    note({ before, after: { proposal: proposed.id, ...proposed.policy } });
    return { success: true, message: "The policy is in force", data: proposed.policy };
  });

  mutationCall(router, withdrawPolicy, { needs: "canManageAdmins" }, async ({ tx, body, admin, note }) => {
    note({ target: "approvals" });
    const proposed = await proposalRead({ tx, admin, body });
    await tx.update(approvalPolicies).set({ state: "withdrawn", decidedAt: deps.clock() }).where(eq(approvalPolicies.id, proposed.id));
    note({ after: { proposal: proposed.id, digest: proposed.digest } });
    return { success: true, message: proposed.makerId === admin.id ? "The proposal is withdrawn" : "The proposal is refused" };
  });
}

/** Slips that a second admin decides on (APPR-1 to APPR-11); registered only if approvals are on. */
export function approvalCalls(router: Router): void {
  // First, as the slips' routes would read its path as an id.
  policyCalls(router);
  slipCalls(router);
}
