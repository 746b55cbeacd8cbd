import type { Transaction } from "../../contract/transactions.ts";
import type { Proof } from "../../db/store/coverage.ts";
import type { Key } from "../../db/store/order.ts";

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

/**
 * Whether two answers are the same rows in the same order. That they agree where both speak would not be enough: of what
 * only the later one holds nobody knows whether it is whole.
 */
export const isSame = (a: Proof, b: Proof): boolean => hasSameRows(a, b) && a.openBottom === b.openBottom;

export const hasSameRows = (a: Proof, b: Proof): boolean =>
  a.keys.length === b.keys.length && a.keys.every(({ id, at }, index) => b.keys[index]?.id === id && b.keys[index].at === at);

export const agree = (a: FetchedPage, b: FetchedPage): boolean => isSame(proofOf(a), proofOf(b));

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
  // The first page holds them at the latest when it is as long as they reach down.
  const enough = Math.min(largest, Math.max(3, last + 1));
  for (let limit = Math.max(3, last - first + 1); limit <= enough; limit += 1) {
    if (Math.floor(first / limit) === Math.floor(last / limit)) return { page: Math.floor(first / limit) + 1, limit };
  }
  return undefined;
}

/** The window across the border above the row at place `index`; undefined for the first row, which has none. */
export const seamAt = (index: number): { page: number; limit: number } | undefined =>
  windowOver(index - 1, index, Number.POSITIVE_INFINITY);
