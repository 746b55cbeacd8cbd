import { compareMagnitudes } from "../../contract/decimal.ts";
import type { Transaction, TransactionFilter } from "../../contract/transactions.ts";
import { nameIn, narrowOf, searchable } from "./transaction-predicate.ts";
import { narrowing, type TransactionQuery } from "./transaction-query.ts";
import { toRow } from "./transactions.ts";

type Bound = TransactionQuery["minAmount"];

/** The higher (`turn` 1) or lower (-1) of two bounds. A bound counts with its sign, though amounts are compared without theirs. */
const tighter = (a: Bound, b: Bound, turn: 1 | -1): Bound =>
  a === undefined || (b !== undefined && (Number(b) - Number(a) || compareMagnitudes(String(b), String(a))) * turn > 0) ? b : a;

/** The narrowest filter that the host's parameters can express without excluding matches of the query. */
export function askedOf(query: TransactionQuery): TransactionFilter {
  const { user, bank, moreThan, lessThan } = query;
  const filter: TransactionQuery = { ...query };
  for (const name of narrowing) delete filter[name];
  const searchTerm = filter.searchTerm ?? (user && nameIn(user)) ?? bank;
  const minAmount = tighter(filter.minAmount, moreThan, 1);
  const maxAmount = tighter(filter.maxAmount, lessThan, -1);
  return {
    ...filter,
    ...(searchTerm === undefined ? {} : { searchTerm }),
    ...(minAmount === undefined ? {} : { minAmount }),
    ...(maxAmount === undefined ? {} : { maxAmount }),
  };
}

/** Whether a row sent by the host matches the query. */
export const isInside = (query: TransactionQuery, row: Transaction): boolean => narrowOf(query)(searchable(toRow(row, 0)));
