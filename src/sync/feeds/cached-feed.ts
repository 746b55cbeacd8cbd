import { recentTransactions } from "../../contract/transactions.ts";
import type { Coverage } from "../../db/store/coverage.ts";
import { type Database, readState } from "../../db/store/database.ts";
import { applyPages, putLooseRows, type RowChanges, rowsMissingFrom } from "../../db/transactions/transactions.ts";
import type { Host } from "../wire/host.ts";
import type { FeedStore, FetchPage } from "../transactions/page-reader.ts";
import { TransactionFeed } from "../transactions/transaction-feed.ts";

/** The unfiltered list, page by page (DASH-5). */
const recentPages =
  (host: Host): FetchPage =>
  async (page, limit, signal) => {
    const answer = await host.reads.read(recentTransactions, { query: { page, limit } }, signal);
    return answer.is === "answered" ? { page, limit, ...answer.value, asOf: answer.sentAt } : undefined;
  };

/** The cache as a feed's store. `term`: the leading tab's; `announce` is called with every row written or removed. */
export function cacheStore(db: Database, term: () => number, announce: (changes: RowChanges) => void): FeedStore {
  return {
    coverage: async (): Promise<Coverage> => (await readState(db, "coverage")) ?? [],
    missingFrom: (proof) => rowsMissingFrom(db, proof),
    apply: async (pages) => announce(await applyPages(db, pages, term())),
    putLoose: async (rows, asOf) => announce(await putLooseRows(db, rows, asOf)),
  };
}

/** Feeds all transactions into the cache. */
export const cachedFeed = (host: Host, db: Database, term: () => number, announce: (changes: RowChanges) => void): TransactionFeed =>
  new TransactionFeed(recentPages(host), cacheStore(db, term, announce));
