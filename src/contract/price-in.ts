import Big from "big.js";
import type { FundCurrency } from "./currencies.ts";
import { balanceNames } from "./wallets.ts";

/** A price that is older, in ms, says too little of what an amount is worth now. */
export const priceForMs = 3600_000;

const inDollars = new Set<FundCurrency>(["USDT", "USDC"]);
/** A balance is shown in whole cents: of a smaller one, in USD, no price can be told. */
const leastWorth = 100;

type Balances = Readonly<Record<string, string>>;

/** What one unit of a currency is worth in USD, as far as a user's balances tell it. */
export function priceIn(currency: FundCurrency, balances: Balances | undefined): Big | undefined {
  if (inDollars.has(currency)) return new Big(1);
  const { available, usd } = balanceNames(currency);
  const [units, worth] = [balances?.[available], balances?.[usd]];
  if (units === undefined || worth === undefined || new Big(worth).lt(leastWorth) || new Big(units).lte(0)) return undefined;
  return new Big(worth).div(units);
}
