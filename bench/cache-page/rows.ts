import * as v from "valibot";
import { type Transaction, transaction } from "../../src/contract/transactions.ts";

const types = ["SWAP", "DEPOSIT", "WITHDRAWAL", "GIFTCARD", "INTERNAL_TRANSFER_SENT"];
const statuses = ["SUCCESSFUL", "COMPLETED", "PENDING", "FAILED"];
const currencies = ["BTC", "ETH", "USDT", "NGNB"];
const names = ["ada", "chidi", "emeka", "funmi", "grace", "ibrahim", "kemi", "lara", "musa", "ngozi"];

/** `count` believable rows, newest first, as the contract gives them. */
export function makeRows(count: number): Transaction[] {
  return Array.from({ length: count }, (_, index) =>
    v.parse(transaction, {
      id: `65f0${(count - index).toString(16).padStart(20, "0")}`,
      createdAt: 1_790_000_000_000 - index * 13_000,
      username: `${names[index % names.length]}.${index % 977}`,
      userId: `u${index % 977}`,
      type: types[index % types.length],
      status: statuses[index % statuses.length],
      currency: currencies[index % currencies.length],
      amount: ((index * 7919) % 1_000_003) / 100,
      reference: `CF-${((index * 2654435761) >>> 0).toString(16).toUpperCase()}`,
      fromCurrency: "USDT",
      toCurrency: "NGNB",
      swapType: "CRYPTO",
    }),
  );
}
