import * as v from "valibot";
import { decimal } from "../../contract/decimal.ts";
import { term } from "../../contract/scalars.ts";
import { transactionFilter } from "../../contract/transactions.ts";

/**
 * What a list of transactions can be narrowed to: the host's filter, and what the host has no parameter for. It is
 * asked for more then (`askedOf` in transaction-narrow.ts), and what lies outside is left out of its answer, as out of the cache's.
 */
export const transactionQuery = v.object({
  ...transactionFilter.entries,
  /** A part of the username. */
  user: v.optional(term(200)),
  /** A part of the bank's name. */
  bank: v.optional(term(200)),
  /** The host's own bounds let an equal amount through; these don't. */
  moreThan: v.optional(decimal),
  lessThan: v.optional(decimal),
  /** These transactions alone, by their ids with a blank between two; looked for on the device, the host has no call for them. */
  ids: v.optional(term(50_000)),
});
export type TransactionQuery = v.InferInput<typeof transactionQuery>;

/** Every filter. */
export const queryNames = Object.keys(transactionQuery.entries) as readonly (keyof TransactionQuery)[];

/** The filters that the host has no parameter for. */
export const narrowing = queryNames.filter((name) => !(name in transactionFilter.entries));

/** Whether a query leaves out rows that the host sends for it. */
export const isNarrower = (query: TransactionQuery): boolean => narrowing.some((name) => query[name] !== undefined);

/** The ids of a query, each once; undefined where it asks for none. */
export const idsOf = ({ ids }: TransactionQuery): readonly string[] | undefined =>
  ids === undefined ? undefined : [...new Set(ids.split(" "))];
