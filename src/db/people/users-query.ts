import { searchText } from "../../contract/text.ts";
import { userLines } from "../../contract/user-lines.ts";
import type { User, UsersQuery } from "../../contract/users.ts";
import { momentsOf } from "../../contract/zones.ts";

/** A question after users whose dates are days of a zone; UTC where none is named, as hosts count them. */
export type ZonedUsersQuery = UsersQuery & { readonly timeZone?: string | undefined };

/** What a user is found by. */
export const linesOf = ({ username, email, name, phonenumber }: Pick<User, "username" | "email" | "name" | "phonenumber">): string =>
  userLines([username, email, name], phonenumber);

/**
 * Whether a cached user is among those that the host is expected to answer (USER-2, USER-10). `terms`: what the search
 * term is looked for by (`termsFor`); without them it is only what was typed.
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

/** The order of a list: by its field, ties by id, both turned round by a minus; who has nothing there comes last. */
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

/** The page of `users` that a query asks for, and how many match it: what the host would answer, had it these users alone. */
export function queryUsers<U extends User>(
  users: readonly U[],
  query: ZonedUsersQuery,
  terms?: readonly string[],
): { rows: U[]; total: number } {
  const matching = users.filter(userPredicate(query, terms)).sort(userOrder(query.sort));
  const skip = Number(query.skip ?? 0);
  return { rows: matching.slice(skip, skip + Number(query.limit ?? 10)), total: matching.length };
}
