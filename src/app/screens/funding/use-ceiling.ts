import Big from "big.js";
import type { FundCurrency } from "../../../contract/currencies.ts";
import { balanceNames } from "../../../contract/wallets.ts";
import { useKeptBalances } from "../../data/use-kept-balances.ts";
import { useSync } from "../../data/sync-context.ts";
import { useNow } from "../../format/use-now.ts";

const inDollars = new Set<FundCurrency>(["USDT", "USDC"]);
/** A price that is older, in ms, says too little of what an amount is worth now. */
const priceForMs = 3600_000;
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

/**
 * The ceiling of config.json that a funding is above, and its worth, both in USD; undefined where there is none, where it
 * isn't above, and where the device can't tell: then the host decides.
 */
export function useAboveCeiling(email: string, currency: FundCurrency | "", amount: string | undefined) {
  const ceiling = useSync().host.config.fundCeilingUsd;
  const kept = useKeptBalances(email.trim());
  const now = useNow();
  if (ceiling === undefined || currency === "" || amount === undefined) return undefined;
  const balances = kept !== undefined && now - kept.asOf < priceForMs ? kept.balances : undefined;
  const worth = priceIn(currency, balances)?.times(amount);
  return worth?.gt(ceiling) === true ? { worth: worth.toFixed(0), ceiling: String(ceiling) } : undefined;
}
