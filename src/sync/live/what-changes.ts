import { predicateOf, searchable } from "../../db/transactions/transaction-predicate.ts";
import type { TransactionQuery } from "../../db/transactions/transaction-query.ts";
import type { RowChanges } from "../../db/transactions/transactions.ts";

/** What changes of rows are to a filtered list. */
export interface ListChange {
  /** Rows that it shows and that don't belong to it any more. */
  readonly left: readonly string[];
  /** Rows may belong to it that it doesn't show: the host has to be asked. */
  readonly mayHaveCome: boolean;
}

/**
 * Tells what changes of rows are to the list under a filter, whose dates are days of `timeZone`. A search term and the
 * verification of users only the host can decide: what the rest of the filter lets through may belong to the list then.
 */
export function changeOf(
  filter: TransactionQuery,
  timeZone: string,
): (changes: RowChanges, isShown: (id: string) => boolean) => ListChange {
  const { searchTerm: _term, userVerificationStatus: _verification, ...decided } = filter;
  const mayBelong = predicateOf(decided, () => undefined, timeZone);
  return ({ put, removed }, isShown) => {
    const [inside, outside] = [new Set<string>(), new Set<string>(removed)];
    for (const row of put) (mayBelong(searchable(row)) ? inside : outside).add(row.id);
    return { left: [...outside].filter((id) => isShown(id)), mayHaveCome: [...inside].some((id) => !isShown(id)) };
  };
}
