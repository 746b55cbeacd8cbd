import Big from "big.js";
import { type FundCurrency, precisionOf } from "../../src/contract/currencies.ts";
import type { Random } from "./random.ts";

/** What one unit is worth in USD in the demonstration data. */
export const demoPrices: Readonly<Record<FundCurrency, string>> = {
  BTC: "67250.5",
  ETH: "3480.25",
  SOL: "152.4",
  USDT: "1",
  USDC: "1",
  BNB: "585.1",
  MATIC: "0.52",
  TRX: "0.1365",
  NGNB: "0.000625",
};

/** A believable amount of a currency, worth about 2 to 4,000 USD, in the currency's own precision. */
export function believableAmount(random: Random, currency: FundCurrency): Big {
  const usd = Math.exp(Math.log(2) + random.next() * (Math.log(4000) - Math.log(2)));
  const decimals = precisionOf[currency];
  const rounded = random.chance(0.3) ? Math.min(decimals, 3) : Math.min(decimals, 8);
  const base = new Big(usd.toFixed(6)).div(demoPrices[currency]).round(rounded, Big.roundHalfUp);
  const least = new Big(10).pow(-rounded);
  const amount = base.lt(least) ? least : base;
  // The chain's own precision: a deposit is seldom a round number there.
  return decimals === 18 && random.chance(0.3) ? amount.plus(new Big(random.digits(9)).times("1e-18")) : amount;
}
