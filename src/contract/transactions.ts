import * as v from "valibot";
import { defineCall } from "./call.ts";
import { decimal } from "./decimal.ts";
import { count, day, flag, id, instant, maybe, oneOf, pageLimit, pageNumber, successFlag, term, text } from "./scalars.ts";
import { sentences } from "./sentences.ts";

/** Options of the status filter, as sent (DASH-7). */
export const filterableStatuses = ["SUCCESSFUL", "COMPLETED", "CONFIRMED", "PENDING", "FAILED"] as const;

export const verificationStatuses = ["emailVerified", "bvnVerified", "chatbotVerified", "unverified"] as const;

/** Transactions per page (DASH-5). */
export const transactionsPageSize = 50;

/** Moves a host's fields that collide with the device's own row fields under `theirs`. */
const theirsOf = ({ at, seenAt, turned }: Readonly<Record<string, unknown>>): { theirs?: Readonly<Record<string, unknown>> } =>
  at === undefined && seenAt === undefined && turned === undefined ? {} : { theirs: { at, seenAt, turned } };

/**
 * A transaction (D1 §3). Only an id and a date are required; unlisted types and statuses and unnamed fields are kept as sent. Hosts
 * omit a field, send null, or send it empty: all mean none.
 */
export const transaction = v.pipe(
  v.looseObject({
    id: maybe(id),
    _id: maybe(id),
    createdAt: instant,
    username: text,
    userId: maybe(id),
    type: text,
    status: text,
    currency: text,
    amount: maybe(decimal),
    reference: text,
    fromCurrency: text,
    toCurrency: text,
    swapType: text,
    bankName: text,
    accountNumberMasked: text,
    recipientUsername: text,
    senderUsername: text,
    cardType: text,
    country: text,
    /** Why an admin moved it, and the references to and from its reversal (APPR-2, APPR-9); only from hosts with approvals. */
    reason: text,
    note: text,
    reverses: text,
    reversedBy: text,
  }),
  v.check((row) => (row.id ?? row._id) !== undefined, "has no id"),
  v.transform((row) => ({ ...row, id: row.id ?? row._id ?? "", ...theirsOf(row) })),
);
export type Transaction = v.InferOutput<typeof transaction>;

/** `pastEnds`: on a list's last page, the moment from which on there are rows, from hosts that put old months away. */
const pagination = v.nullish(
  v.looseObject({ hasNextPage: flag, total: v.fallback(count, undefined), pastEnds: v.fallback(v.optional(instant), undefined) }),
);

/** Both list calls send `data` as a list or as `data.transactions`. */
export const transactionsAnswer = v.pipe(
  v.looseObject({
    success: successFlag,
    message: sentences,
    data: v.union([v.array(transaction), v.looseObject({ transactions: v.array(transaction), pagination })]),
    pagination,
  }),
  v.transform((answer) => {
    const rows = Array.isArray(answer.data) ? answer.data : answer.data.transactions;
    const nested = Array.isArray(answer.data) ? undefined : answer.data.pagination;
    const { hasNextPage, total, pastEnds } = answer.pagination ?? nested ?? {};
    return { rows, hasNextPage, total, pastEnds };
  }),
);

const paging = { page: pageNumber, limit: pageLimit };

/** Fields of the dashboard's filter panel as sent; empty ones are omitted (DASH-5, DASH-7). */
export const transactionFilter = v.object({
  searchTerm: v.optional(term(200)),
  dateFrom: v.optional(day),
  dateTo: v.optional(day),
  transactionType: v.optional(term(60)),
  transactionStatus: v.optional(term(60)),
  userVerificationStatus: v.optional(oneOf(verificationStatuses, "is not a verification status")),
  currency: v.optional(term(20)),
  minAmount: v.optional(decimal),
  maxAmount: v.optional(decimal),
});
export type TransactionFilter = v.InferInput<typeof transactionFilter>;

export const recentTransactions = defineCall({
  method: "GET",
  path: "/analytics/recent-transactions",
  auth: "bearer",
  kind: "read",
  query: v.object(paging),
  answer: transactionsAnswer,
});

export const filterTransactions = defineCall({
  method: "GET",
  path: "/analytics/filter",
  auth: "bearer",
  kind: "read",
  query: v.object({ ...transactionFilter.entries, ...paging }),
  answer: transactionsAnswer,
});
