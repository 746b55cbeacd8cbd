import type { FundCurrency } from "../../../contract/currencies.ts";
import { priceForMs, priceIn } from "../../../contract/price-in.ts";
import { useKeptBalances } from "../../data/use-kept-balances.ts";
import { useSync } from "../../data/sync-context.ts";
import { useNow } from "../../format/use-now.ts";

/**
 * The config.json ceiling a funding exceeds, and the funding's value, both in USD; undefined if there is none, it isn't
 * exceeded, or the device can't tell: the host then decides.
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
