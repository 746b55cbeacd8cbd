import { emailKey } from "../../../contract/emails.ts";
import { makeSlip } from "../../../contract/approvals.ts";
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

/** What an admin is about to confirm. The amount is exact decimal text. */
export interface FundOrder {
  /** Becomes the attempt's: one confirmation, one attempt. */
  readonly id: string;
  /** When its confirmation opened (device epoch ms). */
  readonly openedAt: number;
  readonly operation: FundOperation;
  readonly email: string;
  readonly currency: FundCurrency;
  readonly amount: string;
  /** The code of one of the policy's reasons, where it offers any (APPR-2). */
  readonly reason?: string | undefined;
  readonly note?: string | undefined;
  /** The reference of what it reverses (APPR-9). */
  readonly reverses?: string | undefined;
  /** It goes to a second admin, whatever the rules as they are known here: the host has refused it without, or it was to go there before. */
  readonly forSecond?: { readonly said: string | undefined };
}

/** The same attempt: the email without case, the currency, the amount as a number (FUND-6). */
export const fundSubject = ({ email, currency, amount }: Pick<FundOrder, "email" | "currency" | "amount">): readonly string[] => [
  emailKey(email),
  currency,
  amount,
];

/** The same order, to be confirmed anew. */
export const anew = (order: FundOrder): FundOrder => ({ ...order, id: newId(), openedAt: Date.now() });

/** Whether an attempt asked for a second admin, rather than moving money itself. */
export const isSlip = ({ operation }: Pick<Attempt, "operation">): boolean => operation === "makeSlip";

/** The same as an attempt, to be confirmed anew (KEY-3); undefined where the attempt moves no money. */
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

/** What goes out beside the documented fields, and only where there is something. */
const besides = ({ reason, note, reverses }: FundOrder): { reason?: string; note?: string; reverses?: string } => ({
  ...(reason ? { reason } : {}),
  ...(note ? { note } : {}),
  ...(reverses ? { reverses } : {}),
});

/** What both intents of an order have in common: they are attempts of one subject (APPR-3). */
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

/** The intent to hand to the gate. `balanceBefore`: what a check can compare with later, where it is known. */
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

/** The intent that asks for a second admin instead of moving the money. */
export function slipIntent(sync: Sync, order: FundOrder): Intent<typeof makeSlip> {
  const { operation, email, currency, amount } = order;
  const shared = sharedIntent(order);
  return {
    ...shared,
    call: makeSlip,
    path: slipsPath(sync.host),
    body: { operation, email, currency, amount, ...besides(order) },
    operation: "makeSlip",
    details: { of: operation, ...shared.details },
  };
}

type Refused = Extract<Outcome<unknown>, { is: "refused" }>;

/** What a refusal says (FUND-4): the host's words, else ours by whether there was a payload at all. */
export function refusalWords(outcome: Refused, words: { failed: string; empty: string }): string {
  if (outcome.message?.trim()) return outcome.message;
  return outcome.status >= 400 && outcome.body.trim() === "" ? words.empty : words.failed;
}
