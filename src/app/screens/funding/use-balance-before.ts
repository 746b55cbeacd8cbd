import Big from "big.js";
import { balanceNames } from "../../../contract/wallets.ts";
import { useKeptBalances } from "../../data/use-kept-balances.ts";
import { useBalancesNow } from "../../data/use-user-check.ts";
import { usePermission } from "../../state/auth.ts";
import type { FundOrder } from "./fund-order.ts";

/** The balance before an order, from the host, else from the cache (`isOld`); and the balance after it. */
export type BalanceBefore =
  | { readonly is: "known"; readonly amount: string; readonly after: string; readonly asOf: number; readonly isOld: boolean }
  | { readonly is: "loading" }
  | { readonly is: "unknown" };

export function useBalanceBefore({ operation, email, currency, amount }: FundOrder): BalanceBefore {
  const may = usePermission("canManageWallets");
  const now = useBalancesNow(may ? email : undefined);
  const kept = useKeptBalances(email);
  const name = balanceNames(currency).available;
  const found = now?.is === "known" ? now : kept;
  const balance = found?.balances[name];
  if (balance === undefined || found === undefined) return may && now === undefined ? { is: "loading" } : { is: "unknown" };
  const before = new Big(balance);
  const after = operation === "fund" ? before.plus(amount) : before.minus(amount);
  return { is: "known", amount: before.toFixed(), after: after.toFixed(), asOf: found.asOf, isOld: found !== now };
}
