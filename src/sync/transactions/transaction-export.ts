import { nameOf } from "../../contract/call.ts";
import { filterTransactions, recentTransactions, type TransactionFilter } from "../../contract/transactions.ts";
import type { TransactionRow } from "../../db/store/database.ts";
import type { Key } from "../../db/store/order.ts";
import type { Failing } from "../wire/failing.ts";
import { heldDownTo } from "./held-view.ts";
import type { Host } from "../wire/host.ts";
import type { TransactionSource } from "./transaction-source.ts";

/**
 * Whether all matches are loaded; if not, why: host out of reach, unusable answer, contradictory pages, or no room on the device.
 */
export type Gathering = "whole" | "unreachable" | "refused" | "odd" | "full";

/** One exported line: a row, or a gap in the cache with the times around it (epoch ms). */
export type ExportLine =
  | { readonly is: "row"; readonly row: TransactionRow }
  | { readonly is: "gap"; readonly from: number | undefined; readonly to: number };

const pagesAtOnce = 4;
/** Gives up after this many answers without growth. */
const standstillsAtMost = 3;
const linesAtOnce = 1000;
/** A cache that lost more than this share of its rows was evicted. */
const lostAtMost = 0.2;

/** Prevents eviction during an export. */
const allCached = heldDownTo(Number.NEGATIVE_INFINITY);

/** The host's transaction count, in all or under a filter, if it tells. */
export async function countTransactions(host: Host, signal: AbortSignal, filter: TransactionFilter = {}): Promise<number | undefined> {
  const one = { page: 1, limit: 1 };
  const answer =
    Object.keys(filter).length === 0
      ? await host.reads.read(recentTransactions, { query: one }, signal)
      : await host.reads.read(filterTransactions, { query: { ...filter, ...one } }, signal);
  return answer.is === "answered" ? answer.value.total : undefined;
}

/** Whether a call ("METHOD /path") gets no answer while others do. */
const isSilent = (failing: ReadonlyMap<string, Failing>, call: string): boolean =>
  [...failing.values()].some((one) => one.call === call && one.how !== "refused" && one.how !== "unreadable");

/** Whether the host, or just the list's call, gets no answer. */
export const isListAway = ({ reach, failing }: Host, filtered: boolean): boolean =>
  reach.state.is !== "reached" || isSilent(failing.get(), nameOf(filtered ? filterTransactions : recentTransactions));

/**
 * Fetches what a list lacks, page by page, down to the host's last row. `onRows` receives the row count after each step; `isAway`:
 * whether the host doesn't answer the list's call. Fetched rows stay. Rejects with the signal's reason or the database's error.
 */
export async function gather(
  source: TransactionSource,
  isAway: () => boolean,
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<Gathering> {
  let result = await source.refreshHead();
  let standstills = 0;
  let before = "";
  let most = 0;
  for (;;) {
    if (!result.here && (result.is === "failed" || source.matching.get().is === "cache")) {
      if (isAway()) return "unreachable";
      return result.is === "odd" ? "odd" : "refused";
    }
    const { rows, gaps, firstGap, atEnd } = await source.read(0, 0, []);
    onRows(rows);
    // Of named rows the host isn't asked.
    if (firstGap === undefined && (atEnd || source.matching.get().is === "ids")) return "whole";
    const now = `${rows} ${gaps}`;
    standstills = now === before ? standstills + 1 : 0;
    if (standstills >= standstillsAtMost) return result.here ? "full" : "odd";
    before = now;
    most = Math.max(most, rows);
    if (rows < most * (1 - lostAtMost)) return "full";
    signal.throwIfAborted();
    await source.refreshView(allCached);
    if (firstGap === undefined) result = await source.extend(pagesAtOnce);
    else result = firstGap.from === undefined ? await source.refreshHead() : await source.closeGap(firstGap.from);
  }
}

interface Batch {
  readonly lines: readonly ExportLine[];
  /** Rows of the whole list. */
  readonly of: number;
  /** How many rows in between are no longer cached. */
  readonly evicted: number;
  /** When nothing was missing or old around these rows (device epoch ms); undefined: not known. */
  readonly asOf: number | undefined;
}

/**
 * Reads a list, or the part of it between two of its rows, which belong to it, in batches; concurrent changes neither repeat nor skip
 * rows. Rejects with the database's error.
 */
export async function* linesOf(source: TransactionSource, ends?: readonly [Key, Key]): AsyncGenerator<Batch> {
  const { start, final } = ends ? await rangeOf(source, ends) : { start: 0 };
  if (start === undefined) return;
  let next = start;
  /** The last row and gap that were read; the row is at `next`. */
  let last: Key | undefined;
  let lastGap: string | undefined;
  for (;;) {
    const window = await source.read(next, next + linesAtOnce - 1, [last, final]);
    const [place, end = window.length] = window.places;
    const shiftedTo = last && place !== undefined ? place : next;
    if (shiftedTo !== next || window.start > next) {
      next = shiftedTo;
      continue;
    }
    const lines: ExportLine[] = [];
    let evicted = 0;
    const from = next;
    for (const [offset, item] of window.items.entries()) {
      const index = window.start + offset;
      if (index < from || index > end) continue;
      if (!item) evicted += 1;
      else if (item.is === "gap") {
        if (item.key !== lastGap) lines.push(item);
        lastGap = item.key;
      } else if (item.row.id !== last?.id && (index < end || item.row.id === final?.id)) {
        lines.push(item);
        last = { at: item.row.at, id: item.row.id };
        next = index;
      }
    }
    void source.refreshView(allCached);
    yield { lines, of: window.rows, evicted, asOf: window.asOf };
    const below = window.start + window.items.length;
    // The list may have been cut above what was read.
    if (below > end || Math.max(next, below) >= window.length) return;
    if (next === from && lines.length === 0) {
      // Nothing here could be read.
      next = Math.max(next + 1, below);
      last = undefined;
    }
  }
}

/** Where the part between two rows begins, and the row with which it ends. */
async function rangeOf(source: TransactionSource, [one, other]: readonly [Key, Key]): Promise<{ start: number | undefined; final?: Key }> {
  const [a, b] = (await source.read(0, 0, [one, other])).places;
  return a === undefined || (b !== undefined && b < a) ? { start: b, final: one } : { start: a, final: other };
}
