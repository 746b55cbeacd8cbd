import * as v from "valibot";
import { paramsOf } from "../../params.ts";
import { plainText } from "../../../contract/text.ts";
import { userSorts, type UsersQuery, usersQuery } from "../../../contract/users.ts";

/** The filters in the order in which they stand in the panel, the chips and the URL. */
export const userFilterNames = ["q", "kycLevel", "emailVerified", "bvnVerified", "dateFrom", "dateTo", "ids"] as const;
export type UserFilterName = (typeof userFilterNames)[number];

/** What stands in the fields; an empty text is no filter. */
export type UserFilterDraft = Record<UserFilterName, string>;

/** Rows per page, the default first (USER-4). */
export const pageSizes = [10, 25, 50] as const;
export type UserSort = (typeof userSorts)[number];

/** The field by which a column sorts; undefined where the list can't be sorted by it. */
export const userSortOf = (column: string): UserSort | undefined => userSorts.find((name) => name === column);

/** Which part of the list the URL names. */
export interface UsersView {
  /** What is asked for; `skip` and `limit` say the same as `page` and `pageSize`. */
  readonly query: UsersQuery;
  readonly page: number;
  readonly pageSize: number;
  readonly sort: { readonly field: UserSort; readonly turned: boolean };
  readonly draft: UserFilterDraft;
  /** These users alone, each id once; they are looked for on the device. */
  readonly ids: readonly string[] | undefined;
}

/** Longer addresses are cut on their way. */
const idsAtMost = 50_000;
const isGood = (name: UserFilterName, value: string): boolean =>
  name === "ids" ? value.length <= idsAtMost : v.is(usersQuery.entries[name], value);

/** The fields of the URL's query that make sense. */
function draftOf(params: URLSearchParams): UserFilterDraft {
  const text = (name: UserFilterName): string => {
    const value = params.get(name) ?? "";
    return isGood(name, value) ? value : "";
  };
  return {
    q: text("q"),
    kycLevel: text("kycLevel"),
    emailVerified: text("emailVerified"),
    bvnVerified: text("bvnVerified"),
    dateFrom: text("dateFrom"),
    dateTo: text("dateTo"),
    ids: text("ids"),
  };
}

const wholeAbove0 = (text: string | null): number | undefined => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);

/** The part of the list that a URL's query names; what makes no sense in it is left out (USER-2, USER-5). */
export function viewOf(search: string): UsersView {
  const params = paramsOf(search);
  const draft = draftOf(params);
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

/** The URL's query for a part of the list; what is as by default is left out. */
export function searchOf({ draft, sort, page, pageSize }: Omit<UsersView, "query" | "ids">): string {
  const sortText = `${sort.turned ? "-" : ""}${sort.field}`;
  return new URLSearchParams([
    ...userFilterNames.flatMap((name): [string, string][] => {
      const value = plainText(draft[name]);
      return value !== "" && isGood(name, value) ? [[name, value]] : [];
    }),
    ...(sortText === "-createdAt" ? [] : [["sort", sortText]]),
    ...(page === 1 ? [] : [["page", String(page)]]),
    ...(pageSize === pageSizes[0] ? [] : [["limit", String(pageSize)]]),
  ]).toString();
}

export const emptyDraft: UserFilterDraft = { q: "", kycLevel: "", emailVerified: "", bvnVerified: "", dateFrom: "", dateTo: "", ids: "" };
