import type { Decimal } from "../../contract/decimal.ts";
import { readWallets } from "../../db/figures/wallets.ts";
import { useSync } from "./sync-context.ts";
import { useKeyedQuery } from "./use-keyed-query.ts";

/** A user's balances as last fetched on this device; undefined if never fetched. */
export function useKeptBalances(
  email: string,
): { readonly balances: Readonly<Record<string, Decimal>>; readonly asOf: number } | undefined {
  const { db } = useSync();
  return useKeyedQuery(async () => {
    const row = await readWallets(db, email);
    return row && { balances: row.wallets.balances, asOf: row.asOf };
  }, [db, email]);
}
