import type { CryptoFee } from "../../data/use-fees.ts";

/** Choices in the document (D1 §9); the host's others follow. */
const currencies = ["BTC", "ETH", "USDT"] as const;
const networks = ["Bitcoin", "Ethereum", "Tron"] as const;

/** The currencies and networks to choose from. */
export function feeChoices(
  fees: readonly CryptoFee[],
  chosen: { currency: string; network: string },
): { currencies: string[]; networks: string[] } {
  const distinct = (values: readonly string[]): string[] => [...new Set(values.filter((value) => value !== ""))];
  return {
    currencies: distinct([...currencies, ...fees.map((fee) => fee.currency), chosen.currency]),
    networks: distinct([...networks, ...fees.map((fee) => fee.network), chosen.network]),
  };
}
