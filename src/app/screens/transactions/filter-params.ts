import * as v from "valibot";
import { paramsOf } from "../../params.ts";
import { plainText } from "../../../contract/text.ts";
import { type TransactionQuery, transactionQuery } from "../../../db/transaction-query.ts";

/** The filters in the order in which they stand in the panel, the chips and the URL. */
export const filterNames = [
  "searchTerm",
  "user",
  "dateFrom",
  "dateTo",
  "transactionType",
  "transactionStatus",
  "userVerificationStatus",
  "currency",
  "bank",
  "minAmount",
  "maxAmount",
  "moreThan",
  "lessThan",
  "ids",
] as const satisfies readonly (keyof TransactionQuery)[];
export type FilterName = (typeof filterNames)[number];

/** What stands in the fields of the panel; an empty text is no filter. */
export type FilterDraft = Record<FilterName, string>;

const tidy = (name: FilterName, value: string): string => (name === "currency" ? plainText(value).toUpperCase() : plainText(value));

/** What a draft asks for: empty fields are left out, and so is what the contract doesn't know (DASH-5, DASH-7). */
export function filterOf(draft: Partial<FilterDraft>): TransactionQuery {
  const given = filterNames.flatMap((name): [FilterName, string][] => {
    const value = tidy(name, draft[name] ?? "");
    return value !== "" && v.is(transactionQuery.entries[name], value) ? [[name, value]] : [];
  });
  return v.parse(transactionQuery, Object.fromEntries(given));
}

/** The fields of a filter, as text. */
export function draftOf(filter: TransactionQuery): FilterDraft {
  const text = (name: FilterName): string => String(filter[name] ?? "");
  return {
    searchTerm: text("searchTerm"),
    user: text("user"),
    dateFrom: text("dateFrom"),
    dateTo: text("dateTo"),
    transactionType: text("transactionType"),
    transactionStatus: text("transactionStatus"),
    userVerificationStatus: text("userVerificationStatus"),
    currency: text("currency"),
    bank: text("bank"),
    minAmount: text("minAmount"),
    maxAmount: text("maxAmount"),
    moreThan: text("moreThan"),
    lessThan: text("lessThan"),
    ids: text("ids"),
  };
}

/**
 * A search term as the search box has it: in quotes where a word of it would be read as a term of the search language,
 * or where its spaces would not stay.
 */
export const inBox = (term = ""): string =>
  /[^\S ]|(^| )([" ]|[a-z]+[<>=:])/i.test(term) ? `"${term.replaceAll(/[\\"]/g, String.raw`\$&`)}"` : term;

/** A filter as the URL's query, so that a view can be shared and survives a reload (DASH-11). */
export function toSearch(filter: TransactionQuery): string {
  const draft = draftOf(filter);
  return new URLSearchParams(filterNames.filter((name) => draft[name] !== "").map((name) => [name, draft[name]])).toString();
}

/** The filter of a URL's query; what makes no sense in it is left out. */
export function fromSearch(search: string): TransactionQuery {
  const params = paramsOf(search);
  return filterOf(Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ""])));
}
