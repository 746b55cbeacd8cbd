import * as v from "valibot";
import { compareMagnitudes, decimal } from "../contract/decimal.ts";
import { type TransactionFilter, transactionFilter } from "../contract/transactions.ts";

/**
 * What a list of transactions can be narrowed to: the host's filter, and what the host has no parameter for. It is
 * asked for more then (`askedOf`), and what lies outside is left out of its answer, as out of the cache's.
 */
export const transactionQuery = v.object({
  ...transactionFilter.entries,
  /** A part of the username. */
  user: v.optional(v.pipe(v.string(), v.maxLength(200, "is too long"))),
  /** The host's own bounds let an equal amount through; these don't. */
  moreThan: v.optional(decimal),
  lessThan: v.optional(decimal),
});
export type TransactionQuery = v.InferInput<typeof transactionQuery>;

type Bound = TransactionQuery["minAmount"];

/** Of two bounds the higher (`turn` 1) or the lower one (-1). */
const tighter = (a: Bound, b: Bound, turn: 1 | -1): Bound =>
  a === undefined || (b !== undefined && compareMagnitudes(String(b), String(a)) * turn > 0) ? b : a;

/** The filter that lets through all that a query does, and as little else as the host's parameters allow. */
export function askedOf({ user, moreThan, lessThan, ...filter }: TransactionQuery): TransactionFilter {
  const searchTerm = filter.searchTerm ?? user;
  const minAmount = tighter(filter.minAmount, moreThan, 1);
  const maxAmount = tighter(filter.maxAmount, lessThan, -1);
  return {
    ...filter,
    ...(searchTerm === undefined ? {} : { searchTerm }),
    ...(minAmount === undefined ? {} : { minAmount }),
    ...(maxAmount === undefined ? {} : { maxAmount }),
  };
}

/** Whether a query leaves out rows that the host sends for it. */
export const isNarrower = ({ user, moreThan, lessThan }: TransactionQuery): boolean =>
  user !== undefined || moreThan !== undefined || lessThan !== undefined;
