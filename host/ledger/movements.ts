import Big from "big.js";
import type { Db } from "../db/connection.ts";
import { ledgerEntries, ledgerPostings } from "../db/schema.ts";
import { newId } from "../ids.ts";
import { type AccountKind, type Purpose, accountId, lockAccount } from "./accounts.ts";

export interface Movement {
  readonly purpose: Exclude<Purpose, "opening">;
  readonly userId: string;
  readonly kind: Exclude<AccountKind, "platform">;
  readonly currency: string;
  /** Change of the user's balance; negative deducts. Called with the balance once it is locked. */
  readonly amount: (balance: Big) => Big | Promise<Big>;
  readonly adminId: string;
  /** The slip it executes, and the reference of what it reverses. */
  readonly slipId?: string | undefined;
  readonly reverses?: string | undefined;
  readonly now: Date;
}

export interface Moved {
  readonly entryId: string;
  readonly reference: string;
  readonly amount: Big;
  readonly newBalance: Big;
}

const prefixes = { funding: "FUND", deduction: "DEDUCT", wipe: "WIPE" } as const;

/**
 * Writes one balanced entry between a user's account and the platform's (HOST-3), in the caller's transaction. The database derives
 * balances from the postings and refuses a negative one; `amount` may throw a Refusal after seeing the balance.
 */
export async function move(tx: Db, { purpose, userId, kind, currency, amount, adminId, slipId, reverses, now }: Movement): Promise<Moved> {
  // Always lock the user's account first, so that concurrent entries of one user wait instead of deadlocking.
  const account = await lockAccount(tx, userId, kind, currency);
  const balance = new Big(account.balance);
  const moved = await amount(balance);
  await lockAccount(tx, purpose, "platform", currency);
  const entryId = newId(now);
  const reference = `${prefixes[purpose]}-${entryId.slice(-12).toUpperCase()}`;
  await tx.insert(ledgerEntries).values({ id: entryId, kind: purpose, userId, adminId, reference, createdAt: now, slipId, reverses });
  await tx.insert(ledgerPostings).values([
    { entryId, accountId: account.id, amount: moved.toFixed() },
    { entryId, accountId: accountId(purpose, "platform", currency), amount: moved.times(-1).toFixed() },
  ]);
  return { entryId, reference, amount: moved, newBalance: balance.plus(moved) };
}
