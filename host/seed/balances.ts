import Big from "big.js";
import { sql } from "drizzle-orm";
import { type FundCurrency, walletTokens } from "../../src/contract/currencies.ts";
import type { Db } from "../db/connection.ts";
import { ledgerEntries } from "../db/schema.ts";
import { accountId } from "../ledger/accounts.ts";
import { believableAmount } from "./amounts.ts";
import type { Random } from "./random.ts";
import type { Person } from "./transactions.ts";

interface Opening {
  readonly owner: string;
  readonly kind: "available" | "pending" | "platform";
  readonly currency: FundCurrency;
  readonly amount: string;
}

function openings(random: Random, people: readonly Person[]): Opening[] {
  const made: Opening[] = [];
  const sums = new Map<FundCurrency, Big>();
  const open = (owner: string, kind: "available" | "pending", currency: FundCurrency): void => {
    const amount = believableAmount(random, currency);
    sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
    made.push({ owner, kind, currency, amount: amount.toFixed() });
  };
  for (const { id } of people)
    for (const currency of walletTokens) {
      if (random.chance(0.7)) open(id, "available", currency);
      if (random.chance(0.15)) open(id, "pending", currency);
    }
  for (const [currency, sum] of sums) made.push({ owner: "opening", kind: "platform", currency, amount: sum.times(-1).toFixed() });
  return made;
}

/** Gives a batch of users their first balances: one balanced entry for all of them. */
export async function openBalances(db: Db, random: Random, people: readonly Person[], batch: number, now: Date): Promise<void> {
  if (people.length === 0) return;
  const entryId = `opening-${batch}`;
  await db.insert(ledgerEntries).values({ id: entryId, kind: "opening", reference: `OPENING-${batch}`, createdAt: now });
  const rows = openings(random, people).map((opening) => ({ ...opening, id: accountId(opening.owner, opening.kind, opening.currency) }));
  await db.execute(sql`
    insert into ledger_accounts (id, owner, kind, currency)
    select id, owner, kind, currency from json_to_recordset(${JSON.stringify(rows)}::json) as x(id text, owner text, kind text, currency text)
    on conflict do nothing`);
  await db.execute(sql`
    insert into ledger_postings (entry_id, account_id, amount)
    select ${entryId}, id, amount from json_to_recordset(${JSON.stringify(rows)}::json) as x(id text, amount numeric)`);
}
