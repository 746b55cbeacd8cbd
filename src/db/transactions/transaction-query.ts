import * as v from "valibot";
import { decimal } from "../../contract/decimal.ts";
import { term } from "../../contract/scalars.ts";
import { transactionFilter } from "../../contract/transactions.ts";

/**
 * Filters for a list of transactions: the host's, and further ones without a host parameter. For the latter, a wider query is sent
 * (`askedOf` in transaction-narrow.ts), and rows outside are dropped, as from the cache's answer.
 */
export const transactionQuery = v.object({
  ...transactionFilter.entries,
  /** Part of the username; in quotes, the whole of it. */
  user: v.optional(term(200)),
  /** Part of the bank's name. */
  bank: v.optional(term(200)),
  /** Exclusive bounds; the host's own are inclusive. */
  moreThan: v.optional(decimal),
  lessThan: v.optional(decimal),
  /** Only these ids, separated by spaces; looked up on the device, as the host has no call for them. However many: a list without them would be of all. */
  ids: v.optional(term(Infinity)),
});
export type TransactionQuery = v.InferInput<typeof transactionQuery>;

/** All filters. */
export const queryNames = Object.keys(transactionQuery.entries) as readonly (keyof TransactionQuery)[];

/** Filters without a host parameter. */
export const narrowing = queryNames.filter((name) => !(name in transactionFilter.entries));

/** Whether the host's answer may include rows outside the query. */
export const isNarrower = (query: TransactionQuery): boolean => narrowing.some((name) => query[name] !== undefined);

/** A query's unique ids; undefined if it has none. */
export const idsOf = ({ ids }: TransactionQuery): readonly string[] | undefined =>
  ids === undefined ? undefined : [...new Set(ids.split(" "))];
