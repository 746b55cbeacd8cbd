import type { ColumnTable } from "../../data/use-kept-columns.ts";
import { paths, screenAt } from "../../links.ts";

/** Lists whose filters are in the URL. */
const lists: ReadonlySet<string> = new Set([paths.home, paths.users, paths.giftCardRates, paths.audit]);

/** URL parameters that aren't filters: the place in the list, and what is open. */
const passing = ["page", "entry"];

/** The table id of a list with choosable columns; undefined for others. */
export function tableAt(href: string): ColumnTable | undefined {
  const [path] = href.split("?");
  return path === paths.home ? "transactions" : path === paths.users ? "users" : undefined;
}

/** Address of the filtered list on screen; undefined if it isn't a list, or is unfiltered. */
export function filteredListAt(path: string, search: string): string | undefined {
  const list = screenAt(path);
  const params = new URLSearchParams(search);
  for (const name of passing) params.delete(name);
  const query = params.toString();
  return lists.has(list) && query !== "" ? `${list}?${query}` : undefined;
}
