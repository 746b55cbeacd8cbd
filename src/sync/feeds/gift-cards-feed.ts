import { type GiftCardRate, giftCardRates } from "../../contract/gift-cards.ts";
import type { Database } from "../../db/store/database.ts";
import { putGiftCardRates } from "../../db/figures/gift-cards.ts";
import type { FeedWorker } from "./feed-worker.ts";
import type { Host } from "../wire/host.ts";
import { tellRefusal } from "../wire/tell-refusal.ts";

/** Rows asked for at once; a host may send fewer a page. */
const pageSize = 200;

/** A host that always claims a further page is not followed beyond this. */
const mostPages = 500;

/** A table that is never found twice the same is given up after so many readings; the next demand begins anew. */
const mostReadings = 4;

interface Reading {
  readonly rows: readonly GiftCardRate[];
  /** When its first page was asked for (device epoch ms). */
  readonly asOf: number;
  /** One answer held it all, and said so. */
  readonly isOneAnswer: boolean;
}

/** Reads the table once, page after page. `odd`: the host's pages contradict what it says of their number. */
async function readTable(host: Host, signal: AbortSignal): Promise<Reading | "failed" | "odd"> {
  const rows = new Map<string, GiftCardRate>();
  let asOf = Infinity;
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await host.reads.read(giftCardRates, { query: { page, limit: pageSize } }, signal);
    if (answer.is !== "answered" || signal.aborted) return "failed";
    if (answer.value.success === false) {
      tellRefusal(host, giftCardRates, answer.value.message);
      return "failed";
    }
    const { rates, totalPages, total = 0 } = answer.value;
    asOf = Math.min(asOf, answer.sentAt);
    const before = rows.size;
    // Pages may shift while they are read, so a row can come twice.
    for (const row of rates) rows.set(row.id, row);
    const hasMore = page < (totalPages ?? 0);
    // The same rows again are no further page, and nothing where there should be something is no table.
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
 * Fetches the whole table and replaces what is cached once all of it is here: a table that breaks off in the
 * middle says nothing about the rows that it didn't reach. A row that goes between two pages moves the ones
 * below up, past the border: several pages are believed when a second reading finds the same rows in them.
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
