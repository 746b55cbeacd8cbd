import { predicateOf, searchable } from "../../db/transactions/transaction-predicate.ts";
import type { TransactionQuery } from "../../db/transactions/transaction-query.ts";
import type { RowChanges } from "../../db/transactions/transactions.ts";

/** The effect of row changes on a filtered list. */
export interface ListChange {
  /** Shown rows that no longer match. */
  readonly left: readonly string[];
  /** Rows that it doesn't show but may match: ask the host. */
  readonly mayHaveCome: readonly string[];
}

/**
 * Computes the effect of row changes on a filtered list; its dates are days of `timeZone`. Only the host can decide the search term
 * and user verification, so rows that pass the rest of the filter may match.
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
    return { left: [...outside].filter((id) => isShown(id)), mayHaveCome: [...inside].filter((id) => !isShown(id)) };
  };
}
