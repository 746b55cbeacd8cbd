import type { ColumnTable } from "../../data/use-kept-columns.ts";
import { paths, screenAt } from "../../links.ts";

/** The lists whose filters stand in the URL. */
const lists: ReadonlySet<string> = new Set([paths.home, paths.users, paths.giftCardRates, paths.audit]);

/** What of a URL is no filter: where in the list the reader is, and what is open. */
const passing = ["page", "entry"];

/** The table of a list whose columns can be chosen; undefined for the others. */
export function tableAt(href: string): ColumnTable | undefined {
  const [path] = href.split("?");
  return path === paths.home ? "transactions" : path === paths.users ? "users" : undefined;
}

/** The address of the filtered list that is on the screen; undefined where it is no list, or the whole one. */
export function filteredListAt(path: string, search: string): string | undefined {
  const list = screenAt(path);
  const params = new URLSearchParams(search);
  for (const name of passing) params.delete(name);
  const query = params.toString();
  return lists.has(list) && query !== "" ? `${list}?${query}` : undefined;
}
