import type { Transaction } from "../contract/transactions.ts";
import { decides, type Proof } from "../db/coverage.ts";
import type { Key } from "../db/order.ts";

/** One page as the host answered it. `asOf`: device time (epoch ms) at which it was asked for. */
export interface FetchedPage {
  readonly page: number;
  readonly limit: number;
  readonly rows: readonly Transaction[];
  readonly hasNextPage: boolean | undefined;
  readonly asOf: number;
}

/** What is strange about a page. Unordered rows prove nothing; the rest is believed when a second answer agrees. */
export type Oddity = "unordered" | "repeats an id" | "shorter than asked" | "longer than asked" | "empty";

const place = (row: Transaction): Key => ({ at: Date.parse(row.createdAt), id: row.id });

/** `usual`: how many rows a full page of this host has, which may be fewer than were asked for. */
export function oddityOf(fetched: FetchedPage, usual: number): Oddity | undefined {
  const { rows, hasNextPage, limit } = fetched;
  if (rows.length === 0) return hasNextPage === false && fetched.page > 1 ? undefined : "empty";
  const times = rows.map((row) => Date.parse(row.createdAt));
  if (times.some((at, index) => at > (times[index - 1] ?? Number.POSITIVE_INFINITY))) return "unordered";
  if (new Set(rows.map((row) => row.id)).size < rows.length) return "repeats an id";
  if (rows.length > limit) return "longer than asked";
  return rows.length < usual && hasNextPage !== false ? "shorter than asked" : undefined;
}

/** A host that doesn't say whether there is more is taken at its page's length. */
export const isLast = (fetched: FetchedPage): boolean => !(fetched.hasNextPage ?? fetched.rows.length >= fetched.limit);

export function proofOf(fetched: FetchedPage): Proof {
  const keys = [...new Map(fetched.rows.map((row) => [row.id, place(row)])).values()];
  return { keys, openTop: fetched.page === 1, openBottom: isLast(fetched), asOf: fetched.asOf };
}

/** Whether two answers tell the same of all the times that both speak for. */
export function agree(a: FetchedPage, b: FetchedPage): boolean {
  const [one, other] = [proofOf(a), proofOf(b)];
  if (one.keys.length === 0 || other.keys.length === 0) return one.keys.length === other.keys.length && isLast(a) === isLast(b);
  const shared = (from: Proof, by: Proof): string =>
    from.keys
      .filter((key) => decides({ ...by, asOf: 0 }, { ...key, seenAt: 0 }))
      .map((key) => key.id)
      .sort()
      .join(" ");
  const same = one.keys.length === other.keys.length && one.keys.every((key, index) => key.id === other.keys[index]?.id);
  return same || (shared(one, other) === shared(other, one) && shared(one, other) !== "");
}

/** Whether two proofs share a row: what the one shows and what the other shows are then one stretch of the host's list. */
export function shareRow(a: Proof, b: Proof): boolean {
  const ids = new Set(a.keys.map((key) => key.id));
  return b.keys.some((key) => ids.has(key.id));
}

/**
 * The smallest page of at least three rows, and at most `largest`, that holds the rows from `first` to
 * `last` (places in the host's list, from 0, newest first); undefined when no page number does.
 * Pages of one size never overlap on a list that stands still: such a window, sharing a row with what
 * lies on each side of a border, proves that nothing lies between.
 */
export function windowOver(first: number, last: number, largest: number): { page: number; limit: number } | undefined {
  for (let limit = Math.max(3, last - first + 1); limit <= largest; limit += 1) {
    if (Math.floor(first / limit) === Math.floor(last / limit)) return { page: Math.floor(first / limit) + 1, limit };
  }
  return undefined;
}

/** The window across the border before the row at place `index`, which is 1 at least. */
export function seamAt(index: number): { page: number; limit: number } {
  return windowOver(index - 1, index, Number.POSITIVE_INFINITY) ?? { page: 1, limit: index + 1 };
}
