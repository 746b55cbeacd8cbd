import { nameOf } from "../../contract/call.ts";
import { filterTransactions, recentTransactions, type TransactionFilter } from "../../contract/transactions.ts";
import type { TransactionRow } from "../../db/store/database.ts";
import { compareKeys, type Key } from "../../db/store/order.ts";
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
    if ((result.is === "failed" && !result.here) || source.matching.get().is === "cache") {
      if (isAway()) return "unreachable";
      return result.is === "odd" ? "odd" : "refused";
    }
    const { rows, gaps, firstGap, atEnd } = await source.read(0, 0, []);
    onRows(rows);
    if (firstGap === undefined && atEnd) return "whole";
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

/**
 * Reads a list, or an inclusive range of it, in batches; concurrent changes neither repeat nor skip rows. Rejects with the
 * database's error.
 */
export async function* linesOf(
  source: TransactionSource,
  range?: { readonly from: Key; readonly to: Key },
): AsyncGenerator<{ readonly lines: readonly ExportLine[]; readonly of: number }> {
  let next = range ? ((await source.read(0, 0, [range.from])).places[0] ?? 0) : 0;
  let last: Key | undefined;
  const written = new Set<string>();
  for (;;) {
    const window = await source.read(next, next + linesAtOnce - 1, [last]);
    const [place] = window.places;
    // The list shifted: continue below the last written row, wherever it is now.
    if (place !== undefined && (place < next - 1 || place > next)) {
      next = place;
      continue;
    }
    const lines: ExportLine[] = [];
    let isOver = false;
    for (const [offset, item] of window.items.entries()) {
      if (item?.is === "gap" && window.start + offset >= next) lines.push(item);
      if (item?.is !== "row" || written.has(item.row.id)) continue;
      if (range && compareKeys(item.row, range.from) < 0) continue;
      isOver = range !== undefined && compareKeys(item.row, range.to) >= 0;
      if (!range || compareKeys(item.row, range.to) <= 0) lines.push(item);
      if (isOver) break;
      written.add(item.row.id);
      last = { at: item.row.at, id: item.row.id };
    }
    next = Math.max(next + 1, window.start + window.items.length);
    void source.refreshView(allCached);
    yield { lines, of: window.rows };
    if (isOver || next >= window.length) return;
  }
}
