import Big from "big.js";
import { eq } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { prices } from "../db/schema.ts";
import { Refusal } from "../http/refusal.ts";

const inWords = (usd: Big): string => usd.round(0, Big.roundHalfUp).toNumber().toLocaleString("en");

/** An amount's worth in USD at the host's prices, the ones balances are shown with; undefined without a price. */
export async function worthUsd(db: Db, currency: string, amount: Big): Promise<Big | undefined> {
  const [price] = await db.select().from(prices).where(eq(prices.currency, currency));
  return price === undefined ? undefined : amount.times(price.usd);
}

/** Throws 400 for a funding worth more than the ceiling. Without a price there is no check. */
export function requireBelowCeiling(worth: Big | undefined, ceilingUsd: number): void {
  if (worth === undefined || worth.lte(ceilingUsd)) return;
  const message = `amount is worth about ${inWords(worth)} USD; one funding may be worth ${ceilingUsd.toLocaleString("en")} USD at most`;
  throw new Refusal(400, message, { field: "amount", ceilingUsd });
}
