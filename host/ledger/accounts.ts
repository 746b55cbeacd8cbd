import { and, eq } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { ledgerAccounts } from "../db/schema.ts";

export type AccountKind = "available" | "pending" | "platform";

/** The platform's side of an entry. */
export type Purpose = "opening" | "funding" | "deduction" | "wipe";

export interface Account {
  readonly id: string;
  readonly balance: string;
}

export const accountId = (owner: string, kind: AccountKind, currency: string): string => `${owner}/${kind}/${currency}`;

/** Locks an account until the transaction ends, creating it if needed, and returns its balance. */
export async function lockAccount(tx: Db, owner: string, kind: AccountKind, currency: string): Promise<Account> {
  await tx
    .insert(ledgerAccounts)
    .values({ id: accountId(owner, kind, currency), owner, kind, currency })
    .onConflictDoNothing();
  const [row] = await tx
    .select({ id: ledgerAccounts.id, balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.owner, owner), eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.currency, currency)))
    .for("update");
  if (row === undefined) throw new Error("An account that was just opened is gone.");
  return row;
}

/** A user's balances, available and pending, by currency. */
export async function balancesOf(db: Db, userId: string): Promise<{ kind: AccountKind; currency: string; balance: string }[]> {
  return db
    .select({ kind: ledgerAccounts.kind, currency: ledgerAccounts.currency, balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.owner, userId));
}
