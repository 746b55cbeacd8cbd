import { type GiftCardRate, giftCardRates } from "../contract/gift-cards.ts";
import type { Database } from "../db/database.ts";
import { putGiftCardRates } from "../db/gift-cards.ts";
import type { Worker } from "./dispatcher.ts";
import type { Host } from "./host.ts";
import { tellRefusal } from "./tell-refusal.ts";

/** Rows asked for at once; a host may send fewer a page. */
const pageSize = 200;

/** A host that always claims a further page is not followed beyond this. */
const mostPages = 500;

/**
 * Fetches the whole table, page after page, and replaces what is cached once all of it is here: a table that
 * breaks off in the middle says nothing about the rows that it didn't reach.
 */
export function giftCardsFeed(host: Host, db: Database): Worker {
  return async (_, signal) => {
    const rows = new Map<string, GiftCardRate>();
    let asOf = Infinity;
    for (let page = 1; page <= mostPages; page += 1) {
      const answer = await host.reads.read(giftCardRates, { query: { page, limit: pageSize } }, signal);
      if (answer.is !== "answered" || signal.aborted) return { is: "failed" };
      if (answer.value.success === false) {
        tellRefusal(host, giftCardRates, answer.value.message);
        return { is: "failed" };
      }
      asOf = Math.min(asOf, answer.sentAt);
      const before = rows.size;
      // Pages may shift while they are read, so a row can come twice.
      for (const row of answer.value.rates) rows.set(row.id, row);
      const isLast = page >= (answer.value.totalPages ?? 1) || rows.size === before;
      if (isLast) break;
    }
    await putGiftCardRates(db, [...rows.values()], asOf);
    return { is: "done" };
  };
}
