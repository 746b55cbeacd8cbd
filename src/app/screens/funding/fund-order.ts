import Big from "big.js";
import { emailKey } from "../../../contract/emails.ts";
import { makeSlip, type Slip } from "../../../contract/approvals.ts";
import { type FundCurrency, fundCurrencies } from "../../../contract/currencies.ts";
import { deductUser, fundUser } from "../../../contract/funding.ts";
import type { Attempt } from "../../../db/money/journal.ts";
import { fundOperationOf } from "../../../db/money/moved.ts";
import { newId } from "../../../db/store/new-id.ts";
import type { Intent } from "../../../sync/money/gate.ts";
import type { Outcome } from "../../../sync/wire/outcome.ts";
import { slipsPath } from "../../../sync/feeds/slips-feed.ts";
import type { Sync } from "../../../sync/start-sync.ts";

export type FundOperation = "fund" | "deduct";

/** The order an admin is about to confirm. The amount is exact decimal text. */
export interface FundOrder {
  /** Becomes the attempt's id: one confirmation, one attempt. */
  readonly id: string;
  /** When its confirmation opened (device epoch ms). */
  readonly openedAt: number;
  readonly operation: FundOperation;
  readonly email: string;
  readonly currency: FundCurrency;
  readonly amount: string;
  /** Code of one of the policy's reasons, if it offers any (APPR-2). */
  readonly reason?: string | undefined;
  readonly note?: string | undefined;
  /** Reference of what it reverses (APPR-9). */
  readonly reverses?: string | undefined;
  /**
   * Send to a second admin regardless of the known rules: the host has refused the order without one, or it was meant
   * for one before.
   */
  readonly forSecond?: { readonly said: string | undefined };
}

/** Identity of an attempt: the email without case, the currency, the amount as a number (FUND-6). */
export const fundSubject = ({ email, currency, amount }: Pick<FundOrder, "email" | "currency" | "amount">): readonly string[] => [
  emailKey(email),
  currency,
  amount,
];

/** The same order with a new id, for a new confirmation. */
export const anew = (order: FundOrder): FundOrder => ({ ...order, id: newId(), openedAt: Date.now() });

/** Whether an attempt asked for a second admin, rather than moving money itself. */
export const isSlip = ({ operation }: Pick<Attempt, "operation">): boolean => operation === "makeSlip";

/** An attempt's order, for a new confirmation (KEY-3); undefined if the attempt moves no money. */
export function orderAgain(attempt: Attempt): FundOrder | undefined {
  const { email, currency, amount, reason, note, reverses } = attempt.details;
  const operation = fundOperationOf(attempt);
  const named = fundCurrencies.find((one) => one === currency);
  if (operation === undefined || email === undefined || named === undefined || amount === undefined) return undefined;
  return {
    id: newId(),
    openedAt: Date.now(),
    operation,
    email,
    currency: named,
    amount,
    reason,
    note,
    reverses,
    ...(isSlip(attempt) ? { forSecond: { said: undefined } } : {}),
  };
}

/** Fields sent in addition to the documented ones, only if set. */
const besides = ({ reason, note, reverses }: FundOrder): { reason?: string; note?: string; reverses?: string } => ({
  ...(reason ? { reason } : {}),
  ...(note ? { note } : {}),
  ...(reverses ? { reverses } : {}),
});

/** Shared parts of an order's two intents: they are attempts with one subject (APPR-3). */
function sharedIntent(order: FundOrder) {
  const { id, openedAt, operation, email, currency, amount } = order;
  return {
    id,
    openedAt,
    subject: fundSubject(order),
    subjectOf: operation,
    target: email,
    details: { email, currency, amount, ...besides(order) },
  };
}

/** The intent for the gate. `balanceBefore`: for a later check, if known. */
export function fundIntent(sync: Sync, order: FundOrder, balanceBefore: string | undefined): Intent<typeof fundUser> {
  const { operation, email, currency, amount } = order;
  const { paths } = sync.host.config;
  const shared = sharedIntent(order);
  return {
    ...shared,
    call: operation === "fund" ? fundUser : deductUser,
    path: operation === "fund" ? paths.fund : paths.deduct,
    body: { email, currency, amount, ...besides(order) },
    operation,
    details: { ...shared.details, ...(balanceBefore === undefined ? {} : { balanceBefore }) },
    refresh: () => Promise.all([sync.refreshHead(), sync.refreshAnalytics()]),
  };
}

/** The intent that asks for a second admin instead of moving the money. `balanceBefore`: shown beside the slip (APPR-5), if known. */
export function slipIntent(sync: Sync, order: FundOrder, balanceBefore?: string): Intent<typeof makeSlip> {
  const { operation, email, currency, amount } = order;
  const shared = sharedIntent(order);
  return {
    ...shared,
    call: makeSlip,
    path: slipsPath(sync.host),
    body: { operation, email, currency, amount, ...besides(order) },
    operation: "makeSlip",
    details: { of: operation, ...shared.details, ...(balanceBefore === undefined ? {} : { balanceBefore }) },
  };
}

/** Whether a slip that the host made says what was ordered. */
export const isSlipOf = (slip: Slip, order: FundOrder): boolean =>
  slip.operation === order.operation &&
  emailKey(slip.email) === emailKey(order.email) &&
  slip.currency === order.currency &&
  new Big(slip.amount).eq(order.amount) &&
  (["reason", "note", "reverses"] as const).every((name) => (slip[name] ?? "") === (order[name] ?? ""));

type Refused = Extract<Outcome<unknown>, { is: "refused" }>;

/** Text of a refusal (FUND-4): the host's message, else ours, depending on whether there was a payload. */
export function refusalWords(outcome: Refused, words: { failed: string; empty: string }): string {
  if (outcome.message?.trim()) return outcome.message;
  return outcome.status >= 400 && outcome.body.trim() === "" ? words.empty : words.failed;
}
