import Big from "big.js";
import { balanceNames } from "../../../contract/wallets.ts";
import type { SlipRow } from "../../data/use-slips.ts";
import type { KnownWallets } from "../../data/use-wallets.ts";
import { isOperation } from "./slip-words.ts";

/** A user's balance in a slip's currency, its age (device epoch ms), and the balance after approval. */
export interface SlipBalance {
  readonly now: string;
  /** Undefined once the slip is decided, and of an operation that isn't known. */
  readonly after: string | undefined;
  readonly asOf: number;
}

/** The last known balance; undefined if there is none. */
export function balanceOf({ operation, currency, amount, state }: SlipRow, wallets: KnownWallets | undefined): SlipBalance | undefined {
  const now = wallets?.wallets.balances[balanceNames(currency).available];
  if (wallets === undefined || now === undefined) return undefined;
  const after =
    state === "open" && isOperation(operation) ? new Big(now).plus(operation === "deduct" ? `-${amount}` : amount).toFixed() : undefined;
  return { now, after, asOf: wallets.asOf };
}
