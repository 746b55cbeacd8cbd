import { filterTransactions, type Transaction, type TransactionFilter, transactionsPageSize } from "../../contract/transactions.ts";
import type { Host } from "../wire/host.ts";

/** Pages read in a row that bring no new row that is meant; more count as inconclusive. */
const pagesAtMost = 10;

/**
 * The host's answers to a search, page by page, up to the first that is none, and whether another page may follow. Hosts may send
 * fewer rows than asked for: a short page doesn't prove the end. `isMeant`: rows of which all are wanted, however many.
 */
export async function* searchPages(
  { reads }: Pick<Host, "reads">,
  filter: TransactionFilter,
  signal: AbortSignal,
  isMeant: (row: Transaction) => boolean = () => false,
) {
  const seen = new Set<string>();
  for (let page = 1, barren = 0; barren < pagesAtMost; page += 1) {
    const answer = await reads.read(filterTransactions, { query: { ...filter, page, limit: transactionsPageSize } }, signal);
    const fresh = answer.is === "answered" ? answer.value.rows.filter(({ id }) => !seen.has(id)) : [];
    for (const { id } of fresh) seen.add(id);
    barren = fresh.some(isMeant) ? 0 : barren + 1;
    const hasMore = answer.is === "answered" && (answer.value.hasNextPage ?? fresh.length > 0);
    yield { answer, hasMore };
    if (!hasMore) return;
  }
}
