import { searchText } from "../../contract/text.ts";
import { userLines } from "../../contract/user-lines.ts";
import type { User, UsersQuery } from "../../contract/users.ts";
import { momentsOf } from "../../contract/zones.ts";

/** A users query whose dates are days of a zone; UTC by default, as on hosts. */
export type ZonedUsersQuery = UsersQuery & { readonly timeZone?: string | undefined };

/** Searchable texts of a user. */
export const linesOf = ({ username, email, name, phonenumber }: Pick<User, "username" | "email" | "name" | "phonenumber">): string =>
  userLines([username, email, name], phonenumber);

/**
 * Whether a cached user matches as on the host (USER-2, USER-10). `terms`: the search term's forms (`termsFor`); by default just
 * the typed text.
 */
export function userPredicate(query: ZonedUsersQuery, terms: readonly string[] = [searchText(query.q ?? "")]): (user: User) => boolean {
  const { kycLevel, emailVerified, bvnVerified, dateFrom, dateTo } = query;
  const { from, before } = momentsOf(query, query.timeZone);
  const isFound = (user: User): boolean => {
    const lines = linesOf(user);
    return terms.some((term) => lines.includes(term));
  };
  const level = kycLevel === undefined ? undefined : Number(kycLevel);
  const isEmailVerified = emailVerified === undefined ? undefined : String(emailVerified) === "true";
  const isBvnVerified = bvnVerified === undefined ? undefined : String(bvnVerified) === "true";
  return (user) => {
    const at = user.createdAt ? Date.parse(user.createdAt) : undefined;
    return (
      (!query.q || isFound(user)) &&
      (level === undefined || user.kycLevel === level) &&
      (isEmailVerified === undefined || user.emailVerified === isEmailVerified) &&
      (isBvnVerified === undefined || user.bvnVerified === isBvnVerified) &&
      (!dateFrom || (at !== undefined && at >= from)) &&
      (!dateTo || (at !== undefined && at < before))
    );
  };
}

type SortKey = string | number | undefined;

const keyOf = (user: User, field: string): SortKey => {
  switch (field) {
    case "username":
      return user.username?.toLowerCase();
    case "email":
      return user.email?.toLowerCase();
    case "kycStatus":
      return user.kycStatus?.toLowerCase();
    case "phonenumber":
      return user.phonenumber;
    case "kycLevel":
      return user.kycLevel;
    case "emailVerified":
      return user.emailVerified === undefined ? undefined : Number(user.emailVerified);
    case "bvnVerified":
      return user.bvnVerified === undefined ? undefined : Number(user.bvnVerified);
    default:
      return user.createdAt ?? undefined;
  }
};

/** Order of a list: by field, ties by id, both reversed by a minus; missing values last. */
export function userOrder(sort = "-createdAt"): (a: User, b: User) => number {
  const field = sort.replace(/^-/, "");
  const turn = sort.startsWith("-") ? -1 : 1;
  return (a, b) => {
    const [left, right] = [keyOf(a, field), keyOf(b, field)];
    if (left !== right) {
      if (left === undefined) return 1;
      if (right === undefined) return -1;
      return left < right ? -turn : turn;
    }
    return a.id === b.id ? 0 : a.id < b.id ? -turn : turn;
  };
}

/** Where a page of `total` users begins: the last page's beginning if the requested one is beyond them. */
export const skipIn = (total: number, { skip = 0, limit = 10 }: UsersQuery): number =>
  Math.max(0, Math.min(Number(skip), Math.floor((total - 1) / Number(limit)) * Number(limit)));

/** Those of `users` that match a query, in its order: what the host would answer with only these users. */
export const matchingUsers = <U extends User>(users: readonly U[], query: ZonedUsersQuery, terms?: readonly string[]): U[] =>
  users.filter(userPredicate(query, terms)).sort(userOrder(query.sort));

/** Whether a query leaves nobody out. */
export const isOfAll = ({ q, kycLevel, emailVerified, bvnVerified, dateFrom, dateTo }: UsersQuery): boolean =>
  [q, kycLevel, emailVerified, bvnVerified, dateFrom, dateTo].every((field) => field === undefined || field === "");
