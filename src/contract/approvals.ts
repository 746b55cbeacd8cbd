import * as v from "valibot";
import { saidFields } from "./answers.ts";
import { canonical } from "./audit-chain.ts";
import { defineCall } from "./call.ts";
import { decimal } from "./decimal.ts";
import { fundAmountFits, fundCurrency, fundFields, fundNote } from "./funding.ts";
import { count, id, instant, maybe, oneOf, pageLimit, pageNumber, term, text, word } from "./scalars.ts";
import { verbatimTime } from "./verbatim-time.ts";

/** Paths on the embedded host. */
export const approvalsPath = "/api/approvals";
export const policyPath = `${approvalsPath}/policy`;

export const slipOperations = ["fund", "deduct"] as const;
const slipOperation = oneOf(slipOperations, "is neither fund nor deduct");
export type SlipOperation = (typeof slipOperations)[number];

export const slipStates = ["open", "executed", "refused", "withdrawn", "expired"] as const;
export type SlipState = (typeof slipStates)[number];

/** Who must sign, and how; "none": no signature. */
export const signings = ["none", "passkey"] as const;

/** The reason that requires a note (APPR-2). */
export const otherReason = "other";

/** Like `dataOf`, but malformed if `success` is false. */
const done = <Data>(data: v.GenericSchema<unknown, Data>) =>
  v.pipe(
    v.looseObject({ ...saidFields, data }),
    v.check((answer) => answer.success !== false, "is a refusal"),
    v.transform((answer) => answer.data),
  );

/** When two admins are needed, and the allowed reasons for moving money (APPR-1). */
export const approvalPolicy = v.looseObject({
  /** Larger amounts need a second admin; currencies without a rule never do. */
  rules: v.array(v.looseObject({ operation: v.string(), currency: v.string(), above: decimal })),
  /** Empty: no reason is required. */
  reasons: v.optional(v.array(v.looseObject({ code: v.string(), label: v.string() })), []),
  /** How long a slip waits for a second admin. */
  expiresAfterHours: v.number(),
  signing: v.optional(v.picklist(signings), "none"),
});
export type ApprovalPolicy = v.InferOutput<typeof approvalPolicy>;

const person = v.looseObject({ id, name: text, email: text });

/** Kept verbatim: part of the digested text. */
const verbatim = v.nullish(v.string());
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "is not a SHA-256 in lower-case hexadecimal digits"));

/** A request by one admin for another one to decide. The fields of its canonical text are kept verbatim. */
export const slip = v.looseObject({
  id,
  /** One of `slipOperations`. */
  operation: v.string(),
  email: v.string(),
  currency: v.string(),
  amount: v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/, "is not a decimal text"), v.brand("Decimal")),
  reason: verbatim,
  note: verbatim,
  /** Reference of the entry it reverses (APPR-9). */
  reverses: verbatim,
  maker: person,
  madeAt: verbatimTime,
  expiresAt: verbatimTime,
  /** The idempotency key it was created with. */
  attempt: text,
  /** One of `slipStates`. */
  state: v.string(),
  digest,
  makerSignedAt: maybe(instant),
  checkerSignedAt: maybe(instant),
  checker: v.nullish(person),
  decidedAt: maybe(instant),
  decisionNote: v.nullish(v.string()),
  newBalance: maybe(decimal),
  /** The ledger's reference of an executed one. */
  reference: text,
  /** Reference of the entry that reverses it. */
  reversedBy: text,
  /** The host's explanation of a refusal. */
  why: text,
});
export type Slip = v.InferOutput<typeof slip>;

/** The fields covered by a slip's digest, which both admins agree on. */
export interface SlipTerms {
  readonly id: string;
  readonly operation: string;
  readonly email: string;
  readonly currency: string;
  readonly amount: string;
  readonly reason?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly reverses?: string | null | undefined;
  readonly maker: { readonly id: string };
  readonly madeAt: string;
  readonly expiresAt: string;
}

/**
 * A slip's canonical text (RFC 8785); its digest is the SHA-256 over UTF-8, in lower-case hex (APPR-7). The deciding side computes
 * it from the displayed fields and never trusts the host's `digest`.
 */
export const slipText = ({ id, operation, email, currency, amount, reason, note, reverses, maker, madeAt, expiresAt }: SlipTerms): string =>
  canonical({
    v: 1,
    id,
    operation,
    email,
    currency,
    amount,
    reason: reason ?? null,
    note: note ?? null,
    reverses: reverses ?? null,
    makerId: maker.id,
    madeAt,
    expiresAt,
  });

/** One slip, as the answer to a call or in a 409 refusal with its current state. */
export const slipAnswer = done(slip);
/** The slip that a decision has ended: one in another state doesn't say what came of it. */
const ended = (state: SlipState) =>
  done(
    v.pipe(
      slip,
      v.check((one) => one.state === state, `is not ${state}`),
    ),
  );
/** `data` of a refusal: the current slip, or the `id` of the open one with the same subject. */
export const slipConflict = v.pipe(
  v.looseObject({ data: v.looseObject({ id }) }),
  v.transform((answer) => answer.data),
);

/** A proposed policy awaiting a second super_admin; `digest`: SHA-256 of its `policyText`. */
const policyProposal = v.looseObject({ id, policy: approvalPolicy, maker: person, madeAt: verbatimTime, expiresAt: verbatimTime, digest });
export type PolicyProposal = v.InferOutput<typeof policyProposal>;

/** The fields covered by a proposal's digest, which two super_admins agree on. */
export type PolicyTerms = Pick<PolicyProposal, "id" | "policy" | "madeAt" | "expiresAt"> & { readonly maker: { readonly id: string } };

/** A proposal's canonical text (RFC 8785), covering the displayed fields: a proposal with others has another digest. */
export const policyText = ({ id, policy, maker, madeAt, expiresAt }: PolicyTerms): string =>
  canonical({
    v: 1,
    id,
    policy: {
      rules: policy.rules.map(({ operation, currency, above }) => ({ operation, currency, above })),
      reasons: policy.reasons.map(({ code, label }) => ({ code, label })),
      expiresAfterHours: policy.expiresAfterHours,
      signing: policy.signing,
    },
    makerId: maker.id,
    madeAt,
    expiresAt,
  });

/** `proposed`: a policy awaiting a second super_admin; sent to super_admins only. */
export const readPolicy = defineCall({
  method: "GET",
  path: policyPath,
  auth: "bearer",
  kind: "read",
  answer: done(v.looseObject({ ...approvalPolicy.entries, proposed: v.nullish(policyProposal) })),
});

/**
 * Proposes a policy; super_admins only. Replaces a pending proposal. Path, also of the calls below: config.json's `approvalPolicy`;
 * without it they aren't offered.
 */
export const changePolicy = defineCall({
  method: "PUT",
  path: policyPath,
  auth: "bearer",
  kind: "mutation",
  action: "changePolicy",
  body: v.object({
    rules: v.pipe(
      v.array(v.object({ operation: slipOperation, currency: fundCurrency, above: v.pipe(decimal, v.regex(/^\d/, "is below 0")) })),
      v.check(
        (rules) => new Set(rules.map(({ operation, currency }) => `${operation} ${currency}`)).size === rules.length,
        "names an operation and currency twice",
      ),
    ),
    reasons: v.pipe(
      v.array(v.object({ code: word(60), label: word(100) })),
      v.maxLength(50, "has more than 50"),
      v.check((reasons) => new Set(reasons.map(({ code }) => code)).size === reasons.length, "names a code twice"),
    ),
    expiresAfterHours: v.pipe(
      v.number("is not a number"),
      v.integer("is not a whole number"),
      v.minValue(1, "is below 1"),
      v.maxValue(720, "is above 720"),
    ),
    signing: v.picklist(signings, "is neither none nor passkey"),
  }),
  answer: done(policyProposal),
});

/** Puts a proposed policy into force; only by a different super_admin. Other digest: 409. */
export const approvePolicy = defineCall({
  method: "POST",
  path: `${policyPath}/approve`,
  auth: "bearer",
  kind: "mutation",
  action: "approvePolicy",
  body: v.object({ digest }),
  answer: done(approvalPolicy),
});

/** Withdraws a proposed policy (by its maker), or refuses it (by another super_admin). Other digest: 409. */
export const withdrawPolicy = defineCall({
  method: "POST",
  path: `${policyPath}/withdraw`,
  auth: "bearer",
  kind: "mutation",
  action: "withdrawPolicy",
  body: v.object({ digest }),
  answer: v.looseObject({ ...saidFields }),
});

const isState = (name: string): boolean => slipStates.some((state) => state === name);

/** Filters of the list; empty fields are omitted. */
export const slipFilter = v.object({
  /** Comma-separated. */
  state: v.optional(
    v.pipe(
      term(100),
      v.check((value) => value.split(",").every(isState), "is not a state"),
    ),
  ),
  operation: v.optional(slipOperation),
  currency: v.optional(term(20)),
  /** An admin's id or email. */
  maker: v.optional(term(254)),
  reason: v.optional(term(60)),
});
export type SlipFilter = v.InferInput<typeof slipFilter>;

/** Slips, newest first. Path: config.json's `approvals`; without it the call isn't offered. */
export const listSlips = defineCall({
  method: "GET",
  path: approvalsPath,
  auth: "bearer",
  kind: "read",
  query: v.object({ ...slipFilter.entries, page: pageNumber, limit: pageLimit }),
  answer: done(
    v.pipe(
      v.looseObject({ approvals: v.array(slip), total: count, toDecide: count }),
      v.transform(({ approvals, total, toDecide }) => ({ slips: approvals, total, toDecide })),
    ),
  ),
});

export const readSlip = defineCall({
  method: "GET",
  path: `${approvalsPath}/{id}`,
  auth: "bearer",
  kind: "read",
  answer: slipAnswer,
});

/** Requests a second admin; an open slip of the same subject gives a 409 with `data: {id}` (APPR-3). */
export const makeSlip = defineCall({
  method: "POST",
  path: approvalsPath,
  auth: "bearer",
  kind: "mutation",
  action: "makeSlip",
  body: v.pipe(
    v.object({ operation: slipOperation, ...fundFields }),
    v.forward(
      v.check((body) => fundAmountFits(body), "has more decimals than the currency"),
      ["amount"],
    ),
  ),
  answer: slipAnswer,
});

/** WebAuthn assertion as JSON, with the digest's bytes as challenge (APPR-10). */
const signature = v.looseObject({});

/** The maker's signature, if the policy requires it; until then the slip can't be approved. */
export const signSlip = defineCall({
  method: "POST",
  path: `${approvalsPath}/{id}/sign`,
  auth: "bearer",
  kind: "mutation",
  action: "signSlip",
  body: v.object({ digest, signature }),
  answer: slipAnswer,
});

/** Executes a slip once (APPR-6). 409 with `data: slip` if it was decided, has expired, has another digest, or isn't covered. */
export const approveSlip = defineCall({
  method: "POST",
  path: `${approvalsPath}/{id}/approve`,
  auth: "bearer",
  kind: "mutation",
  action: "approveSlip",
  body: v.object({ digest, signature: v.optional(signature) }),
  answer: ended("executed"),
});

export const refuseSlip = defineCall({
  method: "POST",
  path: `${approvalsPath}/{id}/refuse`,
  auth: "bearer",
  kind: "mutation",
  action: "refuseSlip",
  body: v.object({ note: v.pipe(fundNote, v.nonEmpty("is missing")) }),
  answer: ended("refused"),
});

/** For the maker only. */
export const withdrawSlip = defineCall({
  method: "POST",
  path: `${approvalsPath}/{id}/withdraw`,
  auth: "bearer",
  kind: "mutation",
  action: "withdrawSlip",
  body: v.object({}),
  answer: ended("withdrawn"),
});

/** Proof of an executed slip, verifiable without its host (APPR-11, docs/receipts.md). */
export const slipReceipt = defineCall({
  method: "GET",
  path: `${approvalsPath}/{id}/receipt`,
  auth: "bearer",
  kind: "read",
  answer: done(v.looseObject({})),
});
