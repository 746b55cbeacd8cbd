import Big from "big.js";
import { eq } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { prices } from "../db/schema.ts";
import { Refusal } from "../http/refusal.ts";

const inWords = (usd: Big): string => usd.round(0, Big.roundHalfUp).toNumber().toLocaleString("en");

/** What an amount is worth in USD by the host's prices, the ones that balances are shown with; undefined where there is none. */
export async function worthUsd(db: Db, currency: string, amount: Big): Promise<Big | undefined> {
  const [price] = await db.select().from(prices).where(eq(prices.currency, currency));
  return price === undefined ? undefined : amount.times(price.usd);
}

/** Throws 400 for an amount that is worth more than one funding may be. Without a price there is no saying. */
export function requireBelowCeiling(worth: Big | undefined, ceilingUsd: number): void {
  if (worth === undefined || worth.lte(ceilingUsd)) return;
  const message = `amount is worth about ${inWords(worth)} USD; one funding may be worth ${ceilingUsd.toLocaleString("en")} USD at most`;
  throw new Refusal(400, message, { field: "amount", ceilingUsd });
}
