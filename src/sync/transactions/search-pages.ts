import { filterTransactions, type TransactionFilter, transactionsPageSize } from "../../contract/transactions.ts";
import type { Host } from "../wire/host.ts";

/** Pages read per search; more count as inconclusive. */
const pagesAtMost = 10;

/**
 * The host's answers to a search, page by page, up to the first that is none, and whether another page may follow. Hosts may send
 * fewer rows than asked for: a short page doesn't prove the end.
 */
export async function* searchPages({ reads }: Pick<Host, "reads">, filter: TransactionFilter, signal: AbortSignal) {
  const seen = new Set<string>();
  for (let page = 1; page <= pagesAtMost; page += 1) {
    const answer = await reads.read(filterTransactions, { query: { ...filter, page, limit: transactionsPageSize } }, signal);
    const before = seen.size;
    if (answer.is === "answered") for (const { id } of answer.value.rows) seen.add(id);
    const hasMore = answer.is === "answered" && (answer.value.hasNextPage ?? seen.size > before);
    yield { answer, hasMore };
    if (!hasMore) return;
  }
}
