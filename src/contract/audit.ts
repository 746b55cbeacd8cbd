import * as v from "valibot";
import { auditActions } from "./actions.ts";
import { chainedEntry, chainHead } from "./audit-chain.ts";
import { dataOf } from "./answers.ts";
import { defineCall } from "./call.ts";
import { count, day, flag, oneOf, pageLimit, pageNumber, queryFlag, queryNumber, successFlag, term } from "./scalars.ts";
import { verbatimTime } from "./verbatim-time.ts";
import { isTimeZone } from "./zones.ts";

export const auditOutcomes = ["done", "refused", "failed"] as const;

/** Alert rules of docs/audit.md. */
export const auditAlerts = [
  "refusedSignIns",
  "unconfirmedPin",
  "largeFunding",
  "movedRate",
  "raisedRole",
  "resetPasskeys",
  "ownSlip",
  "changedPolicy",
  "brokenChain",
] as const;
export type AuditAlert = (typeof auditAlerts)[number];

const said = v.nullish(v.string());

/** An entry of the host's log. Not transformed, so its hash can be checked; unnamed fields are kept. */
export const auditEntry = v.looseObject({
  ...chainedEntry.entries,
  at: verbatimTime,
  /** Null: not authenticated; `actor` is then the claimed identity. */
  actorId: said,
  actor: said,
  role: said,
  action: v.string(),
  target: said,
  asked: v.unknown(),
  before: v.unknown(),
  after: v.unknown(),
  outcome: v.string(),
  status: v.nullish(v.number()),
  message: said,
  address: said,
  alert: said,
});
export type AuditEntry = v.InferOutput<typeof auditEntry>;

/** Days are in `timeZone`, UTC by default. */
const period = {
  dateFrom: v.optional(day),
  dateTo: v.optional(day),
  timeZone: v.optional(v.pipe(term(60), v.check(isTimeZone, "is not a time zone"))),
};

/** Filters of the log; empty fields are omitted. */
export const auditFilter = v.object({
  q: v.optional(term(200)),
  actor: v.optional(term(254)),
  action: v.optional(oneOf(auditActions, "is not an action")),
  outcome: v.optional(oneOf(auditOutcomes, "is not an outcome")),
  /** Only alerts. */
  alerts: v.optional(queryFlag),
  ...period,
});
export type AuditFilter = v.InferInput<typeof auditFilter>;

const seq = v.pipe(queryNumber, v.integer("is not a whole number"), v.minValue(1, "is below 1"), v.maxValue(1e12, "is too large"));

/** Path: config.json's `auditLog`. `upTo`: omits entries after this number, so pages stay stable. */
export const auditLogs = defineCall({
  method: "GET",
  path: "/audit/logs",
  auth: "bearer",
  kind: "read",
  query: v.object({ ...auditFilter.entries, upTo: v.optional(seq), page: pageNumber, limit: pageLimit }),
  answer: v.pipe(
    v.looseObject({
      success: successFlag,
      data: v.array(auditEntry),
      pagination: v.nullish(v.looseObject({ total: count, hasNextPage: flag })),
    }),
    v.transform(({ data, pagination }) => ({ entries: data, total: pagination?.total, hasNextPage: pagination?.hasNextPage ?? undefined })),
  ),
});

export const auditCounters = v.looseObject({ events: count, alerts: count, activeUsers: count });
export type AuditCounters = v.InferOutput<typeof auditCounters>;

/** Counters of a period. Below config.json's `auditLog`. */
export const auditCounts = defineCall({
  method: "GET",
  path: "/audit/logs/counters",
  auth: "bearer",
  kind: "read",
  query: v.object(period),
  answer: dataOf(auditCounters),
});

/** Entries from number `from` on, ascending, and the chain's head. Below config.json's `auditLog`. */
export const auditChain = defineCall({
  method: "GET",
  path: "/audit/logs/chain",
  auth: "bearer",
  kind: "read",
  query: v.object({ from: seq, limit: pageLimit }),
  answer: dataOf(v.looseObject({ entries: v.array(chainedEntry), head: chainHead })),
});
