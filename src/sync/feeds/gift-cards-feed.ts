import { type GiftCardRate, giftCardRates } from "../../contract/gift-cards.ts";
import type { Database } from "../../db/store/database.ts";
import { putGiftCardRates } from "../../db/figures/gift-cards.ts";
import type { FeedWorker } from "./feed-worker.ts";
import type { Host } from "../wire/host.ts";

/** Rows per request; a host may send fewer. */
const pageSize = 200;

/** Limit for a host that always claims a further page. */
const mostPages = 500;

/** Gives up after this many readings without two equal in a row; the next demand starts over. */
const mostReadings = 4;

interface Reading {
  readonly rows: readonly GiftCardRate[];
  /** When the first page was requested (device epoch ms). */
  readonly asOf: number;
  /** One answer held the whole table and said so. */
  readonly isOneAnswer: boolean;
}

/** Reads the table once, page by page. `odd`: the pages contradict the host's page count or total. */
async function readTable(host: Host, signal: AbortSignal): Promise<Reading | "failed" | "odd"> {
  const rows = new Map<string, GiftCardRate>();
  let asOf = Infinity;
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await host.reads.read(giftCardRates, { query: { page, limit: pageSize } }, signal);
    if (answer.is !== "answered" || signal.aborted) return "failed";
    const { rates, totalPages, total = 0 } = answer.value;
    asOf = Math.min(asOf, answer.sentAt);
    const before = rows.size;
    // Pages may shift during the read, so a row can appear twice.
    for (const row of rates) rows.set(row.id, row);
    const hasMore = page < (totalPages ?? 0);
    // A repeated page isn't a further page, and an empty page where rows are announced isn't a table.
    if (hasMore && rows.size === before && (rates.length > 0 || page === 1)) return "odd";
    const isEnd = rows.size === before || (!hasMore && totalPages !== undefined && rows.size >= total);
    if (isEnd && rows.size === 0 && total > 0) return "odd";
    if (isEnd) return { rows: [...rows.values()], asOf, isOneAnswer: page === 1 && totalPages !== undefined };
  }
  return "odd";
}

const isSame = (a: Reading, b: Reading): boolean =>
  a.rows.length === b.rows.length && a.rows.every(({ id }, place) => b.rows[place]?.id === id);

/**
 * Fetches the whole table, then replaces the cached one: a partial table says nothing about the rows it didn't reach. Deleting a
 * row between two pages shifts the rest up across the page border, so several pages are trusted only when a second reading finds
 * the same rows.
 */
export function giftCardsFeed(host: Host, db: Database): FeedWorker<null> {
  return async (_, signal) => {
    let before: Reading | undefined;
    for (let turn = 0; turn < mostReadings; turn += 1) {
      const reading = await readTable(host, signal);
      if (typeof reading === "string") return { is: reading };
      if (reading.isOneAnswer || (before && isSame(before, reading))) {
        await putGiftCardRates(db, reading.rows, reading.asOf);
        return { is: "done" };
      }
      before = reading;
    }
    return { is: "odd" };
  };
}
