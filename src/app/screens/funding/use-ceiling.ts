import type { FundCurrency } from "../../../contract/currencies.ts";
import { priceForMs, priceIn } from "../../../contract/price-in.ts";
import { useKeptBalances } from "../../data/use-kept-balances.ts";
import { useSync } from "../../data/sync-context.ts";
import { useNow } from "../../format/use-now.ts";

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
