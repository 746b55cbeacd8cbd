import Big from "big.js";
import { walletTokens } from "../../src/contract/currencies.ts";
import { balanceNames, userWallets } from "../../src/contract/wallets.ts";
import type { Db } from "../db/connection.ts";
import { prices } from "../db/schema.ts";
import { type Router, adminCall } from "../http/call-route.ts";
import { balancesOf } from "../ledger/accounts.ts";
import { userByEmail } from "../queries/find-user.ts";
import { walletsInUse, wireWallets } from "../wallets/wallets.ts";
import { wireAmount } from "../wire.ts";

async function wireBalances(db: Db, userId: string): Promise<Record<string, number | string>> {
  const accounts = await balancesOf(db, userId);
  const usd = new Map((await db.select().from(prices)).map((row) => [row.currency, row.usd]));
  const held = new Set([...walletTokens, ...accounts.map((account) => account.currency)]);
  const balances: Record<string, number | string> = {};
  for (const currency of held) {
    const of = (kind: string): Big =>
      new Big(accounts.find((account) => account.kind === kind && account.currency === currency)?.balance ?? 0);
    const names = balanceNames(currency);
    const price = usd.get(currency);
    balances[names.available] = wireAmount(of("available").toFixed());
    if (price !== undefined) balances[names.usd] = wireAmount(of("available").times(price).round(2).toFixed());
    balances[names.pending] = wireAmount(of("pending").toFixed());
  }
  return balances;
}

/** A user's wallets and balances, pending ones included (WALL-1). */
export function walletCalls(router: Router): void {
  const { db } = router.deps;
  adminCall(router, userWallets, { needs: "canManageWallets" }, async ({ query }) => {
    const user = await userByEmail(db, query.email);
    const wallets = wireWallets(await walletsInUse(db, user.id));
    return { success: true, email: user.email, wallets, balances: await wireBalances(db, user.id) };
  });
}
