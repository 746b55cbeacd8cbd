import type Big from "big.js";
import { and, eq, inArray } from "drizzle-orm";
import type { SlipOperation } from "../../src/contract/approvals.ts";
import type { FundCurrency } from "../../src/contract/currencies.ts";
import type { Db } from "../db/connection.ts";
import { ledgerEntries, transactions } from "../db/schema.ts";
import { Refusal } from "../http/refusal.ts";
import { newId } from "../ids.ts";
import type { UserRow } from "../queries/users.ts";
import { wireAmount } from "../wire.ts";
import { type Moved, move } from "./movements.ts";
import { requireReversible } from "./reversals.ts";

/** A funding or deduction, direct or by a slip. */
export interface Funding {
  readonly operation: SlipOperation;
  /** Locked until the transaction ends. */
  readonly user: UserRow;
  readonly currency: FundCurrency;
  readonly amount: Big;
  readonly reason?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly reverses?: string | null | undefined;
  readonly slipId?: string;
  readonly adminId: string;
  readonly now: Date;
  /** Called with the balance locked; throws if the move isn't allowed. */
  readonly allow?: () => Promise<void>;
}

export interface Posted extends Moved {
  /** The feed row's id. */
  readonly transactionId: string;
}

/** Throws 409 if the balance doesn't cover a deduction. */
export function requireCovered(user: UserRow, currency: string, balance: Big, asked: Big): void {
  if (balance.gte(asked)) return;
  const message = `${user.email} has ${balance.toFixed()} ${currency}; ${asked.toFixed()} ${currency} can't be deducted`;
  throw new Refusal(409, message, { data: { balance: wireAmount(balance.toFixed()), currency } });
}

/** Sets `reversedBy` on the feed row of the reversed entry. */
const link = (tx: Db, userId: string, reverses: string, reversedBy: string, now: Date) =>
  tx
    .update(transactions)
    .set({ reversedBy, updatedAt: now })
    .where(
      and(
        eq(transactions.userId, userId),
        inArray(
          transactions.createdAt,
          tx.select({ at: ledgerEntries.createdAt }).from(ledgerEntries).where(eq(ledgerEntries.reference, reverses)),
        ),
        eq(transactions.reference, reverses),
      ),
    );

/**
 * Moves the money and adds it to the feed as a deposit or withdrawal. Throws 409 for a deduction the balance doesn't cover or a
 * second reversal, 400 for a reversal of something that doesn't exist.
 */
export async function postFunding(tx: Db, funding: Funding): Promise<Posted> {
  const { operation, user, currency, amount, reason, note, slipId, adminId, now, allow } = funding;
  const reverses = funding.reverses ?? undefined;
  const moved = await move(tx, {
    purpose: operation === "fund" ? "funding" : "deduction",
    userId: user.id,
    kind: "available",
    currency,
    adminId,
    now,
    slipId,
    reverses,
    amount: async (balance) => {
      await allow?.();
      if (reverses !== undefined) await requireReversible(tx, { operation, userId: user.id, currency, amount, reverses });
      if (operation === "fund") return amount;
      requireCovered(user, currency, balance, amount);
      return amount.times(-1);
    },
  });
  if (reverses !== undefined) await link(tx, user.id, reverses, moved.reference, now);
  const transactionId = newId(now);
  await tx.insert(transactions).values({
    id: transactionId,
    userId: user.id,
    username: user.username,
    type: operation === "fund" ? "DEPOSIT" : "WITHDRAWAL",
    status: "COMPLETED",
    currency,
    amount: moved.amount.toFixed(),
    reference: moved.reference,
    createdAt: now,
    updatedAt: now,
    reason: reason ?? null,
    note: note ?? null,
    reverses: reverses ?? null,
  });
  return { ...moved, transactionId };
}
