import Big from "big.js";
import { balanceNames } from "../../../contract/wallets.ts";
import type { SlipRow } from "../../data/use-slips.ts";
import type { KnownWallets } from "../../data/use-wallets.ts";

/** A user's balance in a slip's currency, as of when (device epoch ms), and what approving the slip would make of it. */
export interface SlipBalance {
  readonly now: string;
  /** Missing where nothing is to be decided any more. */
  readonly after: string | undefined;
  readonly asOf: number;
}

/** The balance as it was last told; undefined where it never was. */
export function balanceOf({ operation, currency, amount, state }: SlipRow, wallets: KnownWallets | undefined): SlipBalance | undefined {
  const now = wallets?.wallets.balances[balanceNames(currency).available];
  if (wallets === undefined || now === undefined) return undefined;
  const after = state === "open" ? new Big(now).plus(operation === "deduct" ? `-${amount}` : amount).toFixed() : undefined;
  return { now, after, asOf: wallets.asOf };
}
