import { nameOf } from "../../contract/call.ts";
import { filterTransactions, type Transaction } from "../../contract/transactions.ts";
import type { TransactionRow } from "../../db/store/database.ts";
import { putLooseRows, toRow } from "../../db/transactions/transactions.ts";
import { messageIn } from "../wire/message-in.ts";
import type { Sync } from "../start-sync.ts";
import { searchPages } from "./search-pages.ts";

/**
 * Result of the host's search: matching rows, none, or inconclusive (no answer, a refusal, too many pages), with the host's message
 * if it sent one.
 */
export type Asked<Row> =
  | { readonly is: "found"; readonly rows: readonly Row[] }
  | { readonly is: "notFound" }
  | { readonly is: "notAsked"; readonly message: string | undefined };

/** The parts of a session that a search needs. */
export type Asking = Pick<Sync, "host" | "db" | "publish">;

/** Caches rows; a full device still gets them shown. */
async function keep(sync: Asking, rows: readonly Transaction[], asOf: number): Promise<readonly TransactionRow[]> {
  try {
    sync.publish(await putLooseRows(sync.db, rows, asOf));
  } catch {
    // The next reader asks the host again.
  }
  return rows.map((row) => toRow(row, asOf));
}

/**
 * Searches transactions on the host, page by page, and caches what is found. The search also matches parts of names, ids and
 * references; `isMeant` picks the rows that count. `isOnly`: at most one row can count. Never rejects.
 */
export async function askTransactions(
  sync: Asking,
  searchTerm: string,
  isMeant: (row: Transaction) => boolean,
  signal: AbortSignal,
  isOnly = false,
): Promise<Asked<TransactionRow>> {
  const found: TransactionRow[] = [];
  for await (const { answer, hasMore } of searchPages(sync.host, { searchTerm }, signal, isMeant)) {
    if (answer.is !== "answered") return { is: "notAsked", message: messageIn(answer) };
    const meant = answer.value.rows.filter(isMeant);
    if (meant.length > 0) found.push(...(await keep(sync, meant, answer.sentAt)));
    if (isOnly && found.length > 0) break;
    if (!hasMore && found.length === 0) return { is: "notFound" };
  }
  return found.length > 0 ? { is: "found", rows: found } : { is: "notAsked", message: undefined };
}

/** Looks up a transaction by exact id on the host. Demanded by a person, so it resets the call's failures. Never rejects. */
export function askTransaction(sync: Asking, id: string, signal: AbortSignal): Promise<Asked<TransactionRow>> {
  sync.host.beginAnew(nameOf(filterTransactions));
  return askTransactions(sync, id, (row) => row.id === id, signal, true);
}
