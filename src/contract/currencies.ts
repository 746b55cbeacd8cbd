/** What can be funded and deducted (D2 §9). */
export const fundCurrencies = ["BTC", "ETH", "SOL", "USDT", "USDC", "BNB", "MATIC", "TRX", "NGNB"] as const;
export type FundCurrency = (typeof fundCurrencies)[number];

/** The wallets' tokens (D2 §9), and what a pending balance can be wiped in. */
export const walletTokens = ["BTC", "ETH", "SOL", "USDT", "USDC", "NGNB"] as const;
export type WalletToken = (typeof walletTokens)[number];

/** How many decimals an amount of each currency can have. */
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
