import { inBox } from "../filter-params.ts";
import { quoted } from "./parse-query.ts";
import { filterOfTerm, type QueryFields, termNames, verifiedWords } from "./terms.ts";

function printAmount({ minAmount, maxAmount, moreThan, lessThan }: QueryFields): string[] {
  if (minAmount !== undefined && minAmount === maxAmount) return [`amount=${minAmount}`];
  const bounds = [
    [">=", minAmount],
    [">", moreThan],
    ["<=", maxAmount],
    ["<", lessThan],
  ];
  return bounds.flatMap(([operator, bound]) => (bound === undefined ? [] : [`amount${operator}${bound}`]));
}

/** Prints a query in the search language; `parseQuery` round-trips it. */
export function printQuery(fields: QueryFields): string {
  const terms = termNames.flatMap((name) => {
    if (name === "amount") return printAmount(fields);
    const value = fields[filterOfTerm[name]];
    if (value === undefined) return [];
    const word = name === "verified" ? (Object.entries(verifiedWords).find(([, one]) => one === value)?.[0] ?? value) : value;
    return [`${name}:${quoted(word)}`];
  });
  return [...terms, ...(fields.searchTerm === undefined ? [] : [inBox(fields.searchTerm)])].join(" ");
}
