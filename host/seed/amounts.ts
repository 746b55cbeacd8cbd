import { type FundCurrency, fundCurrencies, precisionOf } from "../../src/contract/currencies.ts";
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

const powersOfTen = Array.from({ length: 19 }, (_, exponent) => 10n ** BigInt(exponent));
const power = (exponent: number): bigint => powersOfTen[exponent] ?? 1n;

/** A price is `digits` / 10^`decimals` USD. */
function priceOf(currency: FundCurrency): { readonly digits: number; readonly decimals: number } {
  const [whole = "", fraction = ""] = demoPrices[currency].split(".");
  return { digits: Number(whole + fraction), decimals: fraction.length };
}
const prices = new Map(fundCurrencies.map((currency) => [currency, priceOf(currency)]));

/** Decimal text of a whole number of a currency's smallest units, without zeros at its end. */
export function decimalText(units: bigint, currency: FundCurrency): string {
  const sign = units < 0n ? "-" : "";
  const digits = String(units < 0n ? -units : units).padStart(precisionOf[currency] + 1, "0");
  const point = digits.length - precisionOf[currency];
  let end = digits.length;
  while (end > point && digits.charAt(end - 1) === "0") end -= 1;
  return end === point ? sign + digits.slice(0, point) : `${sign}${digits.slice(0, point)}.${digits.slice(point, end)}`;
}

/** A quotient of whole numbers up to 2^51, rounded half up. */
function rounded(above: number, below: number): number {
  const twice = 2 * above + below;
  return (twice - (twice % (2 * below))) / (2 * below);
}

/**
 * A believable amount of a currency, worth about 2 to 4,000 USD, as a whole number of the currency's smallest units. Millions of
 * them are drawn, so it is reckoned in whole numbers, in a fraction of big.js's time.
 */
export function believableAmount(random: Random, currency: FundCurrency): bigint {
  const usd = Math.exp(Math.log(2) + random.next() * (Math.log(4000) - Math.log(2)));
  const decimals = precisionOf[currency];
  const places = Math.min(decimals, random.chance(0.3) ? 3 : 8);
  const { digits, decimals: priceDecimals } = prices.get(currency) ?? priceOf(currency);
  const millionths = Number(usd.toFixed(6).replace(".", ""));
  // millionths / 10^6 / (digits / 10^priceDecimals), in 10^-places
  const exponent = places + priceDecimals - 6;
  const base = Math.max(1, rounded(millionths * 10 ** Math.max(0, exponent), digits * 10 ** Math.max(0, -exponent)));
  const amount = BigInt(base) * power(decimals - places);
  // The chain's own precision: a deposit is seldom a round number there.
  return decimals === 18 && random.chance(0.3) ? amount + BigInt(random.digits(9)) : amount;
}
