/** Currencies for fundings and deductions (D2 §9). */
export const fundCurrencies = ["BTC", "ETH", "SOL", "USDT", "USDC", "BNB", "MATIC", "TRX", "NGNB"] as const;
export type FundCurrency = (typeof fundCurrencies)[number];

/** Wallet tokens (D2 §9); also the currencies whose pending balance can be wiped. */
export const walletTokens = ["BTC", "ETH", "SOL", "USDT", "USDC", "NGNB"] as const;
export type WalletToken = (typeof walletTokens)[number];

/** NGNB is naira under another name. */
export const isNaira = (currency: string): boolean => currency === "NGN" || currency === "NGNB";

/** A currency in capitals, with one name for naira: a bank's NGN is the platform's NGNB. */
export const unitOf = (currency = ""): string => (isNaira(currency.toUpperCase()) ? "NGN" : currency.toUpperCase());

/** Decimals of each currency. */
export const precisionOf: Readonly<Record<FundCurrency, number>> = {
  BTC: 8,
  ETH: 18,
  SOL: 9,
  USDT: 6,
  USDC: 6,
  BNB: 18,
  MATIC: 18,
  TRX: 6,
  NGNB: 2,
};
