import * as v from "valibot";
import { defineFilters, type Draft, fits } from "../../lists/filters.ts";
import { paramsOf } from "../../params.ts";
import { type TransactionQuery, transactionQuery } from "../../../db/transactions/transaction-query.ts";

export type FilterName = keyof TransactionQuery;

/** Text of the panel's fields; "" means no filter. */
export type FilterDraft = Draft<FilterName>;

export const transactionFilters = defineFilters<FilterName>(
  {
    searchTerm: fits(transactionQuery, "searchTerm"),
    user: fits(transactionQuery, "user"),
    dateFrom: fits(transactionQuery, "dateFrom"),
    dateTo: fits(transactionQuery, "dateTo"),
    transactionType: fits(transactionQuery, "transactionType"),
    transactionStatus: fits(transactionQuery, "transactionStatus"),
    userVerificationStatus: fits(transactionQuery, "userVerificationStatus"),
    currency: fits(transactionQuery, "currency"),
    bank: fits(transactionQuery, "bank"),
    minAmount: fits(transactionQuery, "minAmount"),
    maxAmount: fits(transactionQuery, "maxAmount"),
    moreThan: fits(transactionQuery, "moreThan"),
    lessThan: fits(transactionQuery, "lessThan"),
    ids: fits(transactionQuery, "ids"),
  },
  ["currency", "transactionType", "transactionStatus"],
);

/** Builds a query from texts, leaving out empty ones and values unknown to the contract (DASH-5, DASH-7). */
function queryFrom(text: (name: FilterName) => string | null | undefined): TransactionQuery {
  const good = transactionFilters.read(text);
  return v.parse(transactionQuery, Object.fromEntries(transactionFilters.activeIn(good).map((name) => [name, good[name]])));
}

/** The query of a draft. */
export const filterOf = (draft: Partial<FilterDraft>): TransactionQuery => queryFrom((name) => draft[name]);

/** The fields of a filter, as text. */
export const draftOf = (filter: TransactionQuery): FilterDraft => transactionFilters.textsOf(filter);

/**
 * A search term as shown in the search box: quoted if a word would parse as a term of the search language, or if its
 * spaces would be lost.
 */
export const inBox = (term = ""): string =>
  /[^\S ]|(^| )([" ]|[a-z]+[<>=:])/i.test(term) ? `"${term.replaceAll(/[\\"]/g, String.raw`\$&`)}"` : term;

/** A filter as a URL query, so a view can be shared and survives a reload (DASH-11). */
export const toSearch = (filter: TransactionQuery): string => new URLSearchParams(transactionFilters.pairsOf(draftOf(filter))).toString();

/** The filter of a URL query, ignoring invalid parts. */
export function fromSearch(search: string): TransactionQuery {
  const params = paramsOf(search);
  return queryFrom((name) => params.get(name));
}
