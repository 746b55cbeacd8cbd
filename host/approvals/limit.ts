import Big from "big.js";
import { and, eq, gt, isNull, sum } from "drizzle-orm";
import type { SlipOperation } from "../../src/contract/approvals.ts";
import type { Db } from "../db/connection.ts";
import { ledgerEntries, ledgerPostings } from "../db/schema.ts";
import { Refusal } from "../http/refusal.ts";
import { accountId } from "../ledger/accounts.ts";
import type { Policy } from "./policy.ts";

/** Sliding window for an admin's direct moves per user, in ms. */
const windowMs = 24 * 3600 * 1000;

interface Asked {
  readonly operation: SlipOperation;
  readonly userId: string;
  readonly currency: string;
  readonly amount: Big;
  readonly adminId: string;
  readonly now: Date;
}

/** Sum of the admin's direct moves for this user, operation and currency in the last 24 hours; excludes approved slips. */
async function movedLately(tx: Db, { operation, userId, currency, adminId, now }: Asked): Promise<Big> {
  const [row] = await tx
    .select({ moved: sum(ledgerPostings.amount) })
    .from(ledgerEntries)
    .innerJoin(
      ledgerPostings,
      and(eq(ledgerPostings.entryId, ledgerEntries.id), eq(ledgerPostings.accountId, accountId(userId, "available", currency))),
    )
    .where(
      and(
        eq(ledgerEntries.userId, userId),
        gt(ledgerEntries.createdAt, new Date(now.getTime() - windowMs)),
        eq(ledgerEntries.kind, operation === "fund" ? "funding" : "deduction"),
        eq(ledgerEntries.adminId, adminId),
        isNull(ledgerEntries.slipId),
      ),
    );
  return new Big(row?.moved ?? 0).abs();
}

/**
 * Throws 403 for a direct funding or deduction that needs a second admin. Uses the sum, so splitting an amount doesn't get round
 * the limit (APPR-1, APPR-8). Call with the user's account locked: of two concurrent requests the second then counts the first.
 */
export async function requireBelowLimit(tx: Db, { rules }: Policy, asked: Asked): Promise<void> {
  const { operation, currency, amount } = asked;
  const rule = rules.find((one) => one.operation === operation && one.currency === currency);
  if (rule === undefined) return;
  const before = await movedLately(tx, asked);
  if (before.plus(amount).lte(rule.above)) return;
  const limit = `${new Big(rule.above).toFixed()} ${currency}`;
  const already = before.eq(0)
    ? ""
    : `; you have ${operation === "fund" ? "funded" : "deducted"} ${before.toFixed()} ${currency} in the last 24 hours`;
  throw new Refusal(
    403,
    `amount needs a second admin: one admin may move ${limit} at most for one user within 24 hours${already}. Nothing was moved`,
    {
      field: "amount",
      data: { above: new Big(rule.above).toFixed(), moved: before.toFixed(), currency },
    },
  );
}
