import { defineFilters, type Draft, fits } from "../../lists/filters.ts";
import { paramsOf } from "../../params.ts";
import { userSorts, type UsersQuery, usersQuery } from "../../../contract/users.ts";

type FilterName = Exclude<keyof UsersQuery, "limit" | "skip" | "sort"> | "ids";

/** Text of the fields; "" means no filter. */
export type UserFilterDraft = Draft<FilterName>;

export const userFilters = defineFilters<FilterName>({
  q: fits(usersQuery, "q"),
  kycLevel: fits(usersQuery, "kycLevel"),
  emailVerified: fits(usersQuery, "emailVerified"),
  bvnVerified: fits(usersQuery, "bvnVerified"),
  dateFrom: fits(usersQuery, "dateFrom"),
  dateTo: fits(usersQuery, "dateTo"),
  // Not sent to the host. However many there are: without them, the list would be of all users.
  ids: () => true,
});

/** Rows per page, the default first (USER-4). */
export const pageSizes = [10, 25, 50] as const;
export type UserSort = (typeof userSorts)[number];

/** Sort field of a column; undefined if not sortable. */
export const userSortOf = (column: string): UserSort | undefined => userSorts.find((name) => name === column);

/** The list state in the URL. */
export interface UsersView {
  /** The query; `skip` and `limit` are equivalent to `page` and `pageSize`. */
  readonly query: UsersQuery;
  readonly page: number;
  readonly pageSize: number;
  readonly sort: { readonly field: UserSort; readonly turned: boolean };
  readonly draft: UserFilterDraft;
  /** Only these users, ids deduplicated; looked up on the device. */
  readonly ids: readonly string[] | undefined;
}

const wholeAbove0 = (text: string | null): number | undefined => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);

/** Parses the list state from a URL query, ignoring invalid parts (USER-2, USER-5). */
export function viewOf(search: string): UsersView {
  const params = paramsOf(search);
  const draft = userFilters.read((name) => params.get(name));
  const pageSize = pageSizes.find((size) => String(size) === params.get("limit")) ?? pageSizes[0];
  const page = wholeAbove0(params.get("page")) ?? 1;
  const asked = params.get("sort") ?? "-createdAt";
  const field = userSortOf(asked.replace(/^-/, ""));
  const sort = field ? { field, turned: asked.startsWith("-") } : { field: "createdAt" as const, turned: true };
  const query: UsersQuery = {
    limit: pageSize,
    skip: (page - 1) * pageSize,
    sort: `${sort.turned ? "-" : ""}${sort.field}`,
    ...(draft.q && { q: draft.q }),
    ...(draft.kycLevel && { kycLevel: Number(draft.kycLevel) }),
    ...(draft.emailVerified && { emailVerified: draft.emailVerified === "true" }),
    ...(draft.bvnVerified && { bvnVerified: draft.bvnVerified === "true" }),
    ...(draft.dateFrom && { dateFrom: draft.dateFrom }),
    ...(draft.dateTo && { dateTo: draft.dateTo }),
  };
  const ids = draft.ids === "" ? undefined : [...new Set(draft.ids.split(" "))];
  return { query, page, pageSize, sort, draft, ids };
}

/** The URL query of a list state, without defaults. */
export function searchOf({ draft, sort, page, pageSize }: Omit<UsersView, "query" | "ids">): string {
  const sortText = `${sort.turned ? "-" : ""}${sort.field}`;
  return new URLSearchParams([
    ...userFilters.pairsOf(draft),
    ...(sortText === "-createdAt" ? [] : [["sort", sortText]]),
    ...(page === 1 ? [] : [["page", String(page)]]),
    ...(pageSize === pageSizes[0] ? [] : [["limit", String(pageSize)]]),
  ]).toString();
}
