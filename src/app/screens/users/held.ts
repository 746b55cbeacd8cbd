import Big from "big.js";
import * as v from "valibot";
import { jsonOf } from "../../../contract/json.ts";
import { heldBalances } from "../../../contract/user-tools.ts";

/** Money a user holds in a currency. */
export interface Held {
  readonly kind: "available" | "pending";
  readonly currency: string;
  readonly balance: string;
}

/** Holdings in one line, for the journal: "0.25 BTC, 10.5 USDT pending". */
export const heldText = (held: readonly Held[]): string =>
  held.map(({ kind, currency, balance }) => `${balance} ${currency}${kind === "pending" ? " pending" : ""}`).join(", ");

/** Holdings listed in a refused deletion; undefined if it lists none. */
export function heldInRefusal(status: number, body: string): readonly Held[] | undefined {
  if (status !== 409) return undefined;
  const read = v.safeParse(heldBalances, jsonOf(body));
  return read.success && read.output.data.balances.length > 0 ? read.output.data.balances : undefined;
}

/** Non-zero balances of a wallets call, except the values in USD. */
export const heldInWallets = (balances: Readonly<Record<string, string>>): readonly Held[] =>
  Object.entries(balances).flatMap(([name, balance]) => {
    const [, currency = "", pending] = /^([a-z0-9]+?)(Pending)?Balance$/.exec(name) ?? [];
    if (currency === "" || new Big(balance).eq(0)) return [];
    return [{ kind: pending === undefined ? "available" : "pending", currency: currency.toUpperCase(), balance } as const];
  });
