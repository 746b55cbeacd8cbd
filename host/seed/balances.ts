import { sql } from "drizzle-orm";
import * as v from "valibot";
import { type FundCurrency, walletTokens } from "../../src/contract/currencies.ts";
import type { Load } from "../db/load.ts";
import { rows } from "../db/rows.ts";
import { ledgerEntries } from "../db/schema.ts";
import { accountId } from "../ledger/accounts.ts";
import { believableAmount, decimalText } from "./amounts.ts";
import type { Random } from "./random.ts";
import type { Person } from "./transactions.ts";

interface Account {
  readonly id: string;
  readonly owner: string;
  readonly kind: "available" | "pending" | "platform";
  readonly currency: FundCurrency;
  readonly balance: string;
}
interface Posting {
  readonly entry_id: string;
  readonly account_id: string;
  readonly amount: string;
}

const platformAccount = (currency: FundCurrency): string => accountId("opening", "platform", currency);

/**
 * The first balances of the demonstration's users: a balanced entry for each batch of them. The ledger's triggers are
 * off while they are loaded, so accounts come with their balances, and `close` checks what the triggers would have.
 */
export class Balances {
  readonly #random: Random;
  readonly #now: Date;
  readonly #totals = new Map<FundCurrency, bigint>();

  constructor(random: Random, now: Date) {
    this.#random = random;
    this.#now = now;
  }

  /** Draws the balances of a batch of users; `add` loads them. */
  open(people: readonly Person[], batch: number): { readonly add: (load: Load) => Promise<void> } {
    const entryId = `opening-${batch}`;
    const accounts: Account[] = [];
    const postings: Posting[] = [];
    const sums = new Map<FundCurrency, bigint>();
    const open = (owner: string, kind: "available" | "pending", currency: FundCurrency): void => {
      const amount = believableAmount(this.#random, currency);
      const id = accountId(owner, kind, currency);
      const balance = decimalText(amount, currency);
      sums.set(currency, (sums.get(currency) ?? 0n) + amount);
      accounts.push({ id, owner, kind, currency, balance });
      postings.push({ entry_id: entryId, account_id: id, amount: balance });
    };
    for (const { id } of people)
      for (const currency of walletTokens) {
        if (this.#random.chance(0.7)) open(id, "available", currency);
        if (this.#random.chance(0.15)) open(id, "pending", currency);
      }
    for (const [currency, sum] of sums) {
      postings.push({ entry_id: entryId, account_id: platformAccount(currency), amount: decimalText(-sum, currency) });
      this.#totals.set(currency, (this.#totals.get(currency) ?? 0n) - sum);
    }
    return {
      add: async (load) => {
        const opening = { id: entryId, kind: "opening", reference: `OPENING-${batch}`, createdAt: this.#now } as const;
        await load.tx.insert(ledgerEntries).values(opening);
        await load.insert("ledger_accounts", ["id", "owner", "kind", "currency", "balance"], accounts);
        await load.insert("ledger_postings", ["entry_id", "account_id", "amount"], postings);
      },
    };
  }

  /** Loads the platform's side. Throws where an entry is out of balance, or an account isn't the sum of its postings. */
  async close({ tx, insert }: Load): Promise<void> {
    const platform = [...this.#totals].map(([currency, total]): Account => {
      return { id: platformAccount(currency), owner: "opening", kind: "platform", currency, balance: decimalText(total, currency) };
    });
    await insert("ledger_accounts", ["id", "owner", "kind", "currency", "balance"], platform);
    // Without it the planner takes the tables for small ones.
    await tx.execute(sql`analyze ledger_accounts, ledger_postings`);
    const [wrong] = await rows(
      tx,
      v.object({ wrong: v.boolean() }),
      sql`
        select exists (
          select from ledger_postings join ledger_accounts on id = account_id group by entry_id, currency having sum(amount) <> 0
        ) or exists (
          select from ledger_accounts full join (select account_id as id, sum(amount) as posted from ledger_postings group by 1) as sums using (id)
          where coalesce(balance, 0) <> coalesce(posted, 0) or kind is null
        ) as wrong`,
    );
    if (wrong?.wrong !== false) throw new Error("The first balances don't fit together.");
  }
}
