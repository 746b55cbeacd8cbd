import type { ColumnTable } from "../../data/use-kept-columns.ts";
import { paths } from "../../links.ts";

/** Lists whose filters are in the URL. */
const lists: ReadonlySet<string> = new Set([paths.home, paths.users, paths.giftCardRates, paths.audit]);

/** The table id of a list with choosable columns; undefined for others. */
export function tableAt(href: string): ColumnTable | undefined {
  const [path] = href.split("?");
  return path === paths.home ? "transactions" : path === paths.users ? "users" : undefined;
}

/** Whether an address is that of a filtered list. */
export function isFilteredList(href: string): boolean {
  const [path = "", query] = href.split("?");
  return lists.has(path) && query !== "";
}
