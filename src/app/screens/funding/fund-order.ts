import { emailKey } from "../../../contract/emails.ts";
import { type FundCurrency, fundCurrencies } from "../../../contract/currencies.ts";
import { deductUser, fundUser } from "../../../contract/funding.ts";
import type { Attempt } from "../../../db/journal.ts";
import { newId } from "../../../db/new-id.ts";
import type { Intent } from "../../../sync/gate.ts";
import type { Outcome } from "../../../sync/outcome.ts";
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
}

/** The same attempt: the email without case, the currency, the amount as a number (FUND-6). */
export const fundSubject = ({ email, currency, amount }: Pick<FundOrder, "email" | "currency" | "amount">): readonly string[] => [
  emailKey(email),
  currency,
  amount,
];

/** The same as an attempt, to be confirmed anew (KEY-3); undefined where the attempt moves no money. */
export function orderAgain({ operation, details: { email, currency, amount } }: Attempt): FundOrder | undefined {
  const named = fundCurrencies.find((one) => one === currency);
  if ((operation !== "fund" && operation !== "deduct") || email === undefined || named === undefined || amount === undefined)
    return undefined;
  return { id: newId(), openedAt: Date.now(), operation, email, currency: named, amount };
}

/** The intent to hand to the gate. `balanceBefore`: what a check can compare with later, where it is known. */
export function fundIntent(sync: Sync, order: FundOrder, balanceBefore: string | undefined): Intent<typeof fundUser> {
  const { operation, email, currency, amount } = order;
  const { paths } = sync.host.config;
  return {
    id: order.id,
    openedAt: order.openedAt,
    call: operation === "fund" ? fundUser : deductUser,
    path: operation === "fund" ? paths.fund : paths.deduct,
    body: { email, currency, amount },
    operation,
    subject: fundSubject(order),
    target: email,
    details: { email, currency, amount, ...(balanceBefore === undefined ? {} : { balanceBefore }) },
    refresh: () => Promise.all([sync.refreshHead(), sync.refreshAnalytics()]),
  };
}

/** What a refusal says (FUND-4): the host's words, else ours by whether there was a payload at all. */
export function refusalWords(outcome: Extract<Outcome<unknown>, { is: "refused" }>, words: { failed: string; empty: string }): string {
  if (outcome.message?.trim()) return outcome.message;
  return outcome.status >= 400 && outcome.body.trim() === "" ? words.empty : words.failed;
}
