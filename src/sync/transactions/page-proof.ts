import type { Transaction } from "../../contract/transactions.ts";
import type { Proof } from "../../db/store/coverage.ts";
import type { Key } from "../../db/store/order.ts";

/** One page as the host sent it. `asOf`: when it was requested (device epoch ms). */
export interface FetchedPage {
  readonly page: number;
  readonly limit: number;
  readonly rows: readonly Transaction[];
  readonly hasNextPage: boolean | undefined;
  /** The moment from which on the host has rows, on its last page (ISO 8601). */
  readonly pastEnds?: string | undefined;
  readonly asOf: number;
}

/** What is odd about a page. Unordered rows prove nothing; the others are accepted when a second answer agrees. */
export type Oddity = "unordered" | "repeats an id" | "shorter than asked" | "longer than asked" | "empty";

const place = (row: Transaction): Key => ({ at: Date.parse(row.createdAt), id: row.id });

/** `usual`: rows of a full page on this host, possibly fewer than requested. */
export function oddityOf(fetched: FetchedPage, usual: number): Oddity | undefined {
  const { rows, hasNextPage, limit } = fetched;
  if (rows.length === 0) return hasNextPage === false && fetched.page > 1 ? undefined : "empty";
  const times = rows.map((row) => Date.parse(row.createdAt));
  if (times.some((at, index) => at > (times[index - 1] ?? Number.POSITIVE_INFINITY))) return "unordered";
  if (new Set(rows.map((row) => row.id)).size < rows.length) return "repeats an id";
  if (rows.length > limit) return "longer than asked";
  return rows.length < usual && hasNextPage !== false ? "shorter than asked" : undefined;
}

/** Without `hasNextPage`, a page shorter than its limit is the last. */
export const isLast = (fetched: FetchedPage): boolean => !(fetched.hasNextPage ?? fetched.rows.length >= fetched.limit);

export function proofOf(fetched: FetchedPage): Proof {
  const keys = [...new Map(fetched.rows.map((row) => [row.id, place(row)])).values()];
  const pastEnds = fetched.pastEnds === undefined ? undefined : Date.parse(fetched.pastEnds);
  return { keys, openTop: fetched.page === 1, openBottom: isLast(fetched), pastEnds, asOf: fetched.asOf };
}

/**
 * Whether two answers have the same rows in the same order. Agreement on the overlap isn't enough: rows only in the later one may
 * be incomplete.
 */
export const isSame = (a: Proof, b: Proof): boolean => hasSameRows(a, b) && a.openBottom === b.openBottom;

export const hasSameRows = (a: Proof, b: Proof): boolean =>
  a.keys.length === b.keys.length && a.keys.every(({ id, at }, index) => b.keys[index]?.id === id && b.keys[index].at === at);

/** Whether two proofs share a row and so form one stretch of the host's list. */
export function shareRow(a: Proof, b: Proof): boolean {
  const ids = new Set(a.keys.map((key) => key.id));
  return b.keys.some((key) => ids.has(key.id));
}

/**
 * The smallest page of at least three and at most `largest` rows that contains rows `first` to `last` (0-based places in the host's
 * list, newest first); undefined if no page number does. Pages of one size never overlap on an unchanging list: such a window,
 * sharing a row with each side of a border, proves that nothing lies between.
 */
export function windowOver(first: number, last: number, largest: number): { page: number; limit: number } | undefined {
  // A first page of `last + 1` rows always contains them.
  const enough = Math.min(largest, Math.max(3, last + 1));
  for (let limit = Math.max(3, last - first + 1); limit <= enough; limit += 1) {
    if (Math.floor(first / limit) === Math.floor(last / limit)) return { page: Math.floor(first / limit) + 1, limit };
  }
  return undefined;
}

/** The window across the border above row `index`; undefined for the first row. */
export const seamAt = (index: number): { page: number; limit: number } | undefined =>
  windowOver(index - 1, index, Number.POSITIVE_INFINITY);
