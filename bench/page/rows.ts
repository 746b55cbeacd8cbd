import * as v from "valibot";
import { type Transaction, transaction } from "../../src/contract/transactions.ts";

const types = ["SWAP", "DEPOSIT", "WITHDRAWAL", "GIFTCARD", "INTERNAL_TRANSFER_SENT"];
const statuses = ["SUCCESSFUL", "COMPLETED", "PENDING", "FAILED"];
const currencies = ["BTC", "ETH", "USDT", "NGNB"];
const names = ["ada", "chidi", "emeka", "funmi", "grace", "ibrahim", "kemi", "lara", "musa", "ngozi"];

/** A realistic row as on the wire: the `index`th of `count` from the newest, which is at `newest` (epoch ms). */
export const makeRow = (index: number, count: number, newest = 1_790_000_000_000): Transaction =>
  v.parse(transaction, {
    id: `65f0${(count - index).toString(16).padStart(20, "0")}`,
    createdAt: newest - index * 13_000,
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
  });

/** `count` realistic rows, newest first. */
export const makeRows = (count: number): Transaction[] => Array.from({ length: count }, (_, index) => makeRow(index, count));
