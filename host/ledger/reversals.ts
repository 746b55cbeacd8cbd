import Big from "big.js";
import { and, eq } from "drizzle-orm";
import type { SlipOperation } from "../../src/contract/approvals.ts";
import type { Db } from "../db/connection.ts";
import { ledgerEntries, ledgerPostings } from "../db/schema.ts";
import { Refusal, badField } from "../http/refusal.ts";
import { accountId } from "./accounts.ts";

interface Reversal {
  /** The reversing operation. */
  readonly operation: SlipOperation;
  readonly userId: string;
  readonly currency: string;
  readonly amount: Big;
  /** The reference of what it reverses. */
  readonly reverses: string;
}

/** The reference of the entry that reverses another; undefined if none does. */
export async function reversalOf(db: Db, reference: string): Promise<string | undefined> {
  const [row] = await db.select({ reference: ledgerEntries.reference }).from(ledgerEntries).where(eq(ledgerEntries.reverses, reference));
  return row?.reference;
}

/**
 * Throws 400 if the user has no entry of the opposite operation with this currency, amount and reference; 409 if it was already
 * reversed (APPR-9). Reliable only with the user's account locked.
 */
export async function requireReversible(db: Db, { operation, userId, currency, amount, reverses }: Reversal): Promise<void> {
  const [row] = await db
    .select({
      kind: ledgerEntries.kind,
      amount: ledgerPostings.amount,
    })
    .from(ledgerEntries)
    .innerJoin(
      ledgerPostings,
      and(eq(ledgerPostings.entryId, ledgerEntries.id), eq(ledgerPostings.accountId, accountId(userId, "available", currency))),
    )
    .where(and(eq(ledgerEntries.reference, reverses), eq(ledgerEntries.userId, userId)))
    .limit(1);
  if (row === undefined) throw badField("reverses", `names no ${currency} entry of this user`);
  if (row.kind !== (operation === "fund" ? "deduction" : "funding"))
    throw badField("reverses", `names no ${operation === "fund" ? "deduction" : "funding"}`);
  if (!new Big(row.amount).abs().eq(amount))
    throw badField("reverses", `names an entry of ${new Big(row.amount).abs().toFixed()} ${currency}`);
  const by = await reversalOf(db, reverses);
  if (by !== undefined) throw new Refusal(409, `${reverses} was reversed before, by ${by}`, { field: "reverses", data: { reference: by } });
}
