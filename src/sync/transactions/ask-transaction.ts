import { nameOf } from "../../contract/call.ts";
import { filterTransactions, type Transaction, transactionsPageSize } from "../../contract/transactions.ts";
import type { TransactionRow } from "../../db/store/database.ts";
import { putLooseRows, toRow } from "../../db/transactions/transactions.ts";
import { messageIn } from "../wire/message-in.ts";
import type { Sync } from "../start-sync.ts";

/**
 * What the host's search said of a text: the rows that are meant, none of them, or nothing that can be concluded from
 * (no answer, a refusal, more pages than are read), with the host's words where it had some.
 */
export type Asked<Row> =
  | { readonly is: "found"; readonly rows: readonly Row[] }
  | { readonly is: "notFound" }
  | { readonly is: "notAsked"; readonly message: string | undefined };

/** A search whose matches fill more pages is not read to its end. */
const pagesAtMost = 10;

/** Keeps rows in the cache; a device that is full shows them all the same. */
async function keep(sync: Sync, rows: readonly Transaction[], asOf: number): Promise<readonly TransactionRow[]> {
  try {
    sync.publish(await putLooseRows(sync.db, rows, asOf));
  } catch {
    // The next reader asks the host again.
  }
  return rows.map((row) => toRow(row, asOf));
}

/**
 * Asks the host's own search, page by page, for the transactions that a text means; what is found is kept in the cache.
 * The search also finds parts of names, ids and references: `isMeant` says which rows count. Never rejects.
 */
export async function askTransactions(
  sync: Sync,
  searchTerm: string,
  isMeant: (row: Transaction) => boolean,
  signal: AbortSignal,
): Promise<Asked<TransactionRow>> {
  for (let page = 1; page <= pagesAtMost; page += 1) {
    const query = { searchTerm, page, limit: transactionsPageSize };
    const answer = await sync.host.reads.read(filterTransactions, { query }, signal);
    if (answer.is !== "answered") return { is: "notAsked", message: messageIn(answer) };
    const { rows, hasNextPage = rows.length >= transactionsPageSize } = answer.value;
    const meant = rows.filter(isMeant);
    if (meant.length > 0) return { is: "found", rows: await keep(sync, meant, answer.sentAt) };
    if (!hasNextPage) return { is: "notFound" };
  }
  return { is: "notAsked", message: undefined };
}

/** Asks the host for a transaction by its exact id; on behalf of a person, so that what kept failing begins anew. Never rejects. */
export function askTransaction(sync: Sync, id: string, signal: AbortSignal): Promise<Asked<TransactionRow>> {
  sync.host.beginAnew(nameOf(filterTransactions));
  return askTransactions(sync, id, (row) => row.id === id, signal);
}
