import Big from "big.js";
import type { FundCurrency } from "./currencies.ts";
import { balanceNames } from "./wallets.ts";

/** Longest age of a usable price, in ms. */
export const priceForMs = 3600_000;

const inDollars = new Set<FundCurrency>(["USDT", "USDC"]);
/** Balances are shown in whole cents, so smaller ones (in USD) give no reliable price. */
const leastWorth = 100;

type Balances = Readonly<Record<string, string>>;

/** USD value of one unit, derived from a user's balances; undefined if they don't tell. */
export function priceIn(currency: FundCurrency, balances: Balances | undefined): Big | undefined {
  if (inDollars.has(currency)) return new Big(1);
  const { available, usd } = balanceNames(currency);
  const [units, worth] = [balances?.[available], balances?.[usd]];
  if (units === undefined || worth === undefined || new Big(worth).lt(leastWorth) || new Big(units).lte(0)) return undefined;
  return new Big(worth).div(units);
}
