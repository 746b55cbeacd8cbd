import type { Database, OwnRecords } from "./database.ts";
import { endWithPage } from "./open-transactions.ts";

const own: Readonly<Record<keyof OwnRecords, true>> = {
  closes: true,
  columns: true,
  openCase: true,
  recentUsers: true,
  savedViews: true,
  statementColumns: true,
  term: true,
};

/** Deletes the host's answers, and what the history of figures has ahead of `now` (device epoch ms): it would stay the latest. */
export async function forgetAnswers(db: Database, now: number): Promise<void> {
  await db.transaction("rw", db.tables, async () => {
    const answers = [db.sheets, db.users, db.userPages, db.wallets, db.audit, db.auditViews, db.slips, db.slipViews];
    await Promise.all(answers.map((table) => table.clear()));
    await db.figures.filter(({ seenAt }) => seenAt > now).delete();
    await db.state.where("name").noneOf(Object.keys(own)).delete();
  });
}

/**
 * Deletes the host's answers if they are of a clock that ran ahead, or if 0.1.0 had rows of its own: after a rollback it counts them
 * into the coverage of the sheets. Resolves to whether it did. Its table stays, empty: only an upgrade can drop it.
 */
export async function forgetWrong(db: Database, isAhead: boolean, now: number): Promise<boolean> {
  const hasTable = db.backendDB().objectStoreNames.contains("transactions");
  const ask = <T>(mode: IDBTransactionMode, doing: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const transaction = db.backendDB().transaction("transactions", mode);
      endWithPage(transaction);
      const request = doing(transaction.objectStore("transactions"));
      transaction.addEventListener("complete", () => resolve(request.result));
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("the old rows could not be read")));
    });
  const isMixed = hasTable && (await ask("readonly", (rows) => rows.count())) > 0;
  if (!isAhead && !isMixed) return false;
  // Nobody knows how long ago these were sent: the host may have forgotten their keys, and would do a repeat once more.
  if (isAhead) await db.journal.where("state.is").anyOf("sent", "unknown").modify({ body: undefined });
  await forgetAnswers(db, now);
  if (isMixed) await ask("readwrite", (rows) => rows.clear());
  return true;
}
