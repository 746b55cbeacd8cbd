import type { Database } from "./database.ts";
import type { Attempt } from "./journal.ts";
import { endWithPage } from "./open-transactions.ts";

/**
 * Writes an attempt so that it outlasts a power cut (strict durability), before its request may leave.
 * Rejects with the database's error; the request must not leave then, and nothing of it stands in the journal.
 */
export async function writeAttempt(db: Database, attempt: Attempt): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const transaction = db.backendDB().transaction("journal", "readwrite", { durability: "strict" });
    endWithPage(transaction);
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("the journal could not be written")));
    transaction.objectStore("journal").put(attempt);
  });
  // Written again the usual way, so that those who watch the journal hear of it; it stands there without that, too.
  await db.journal.put(attempt).catch(() => {});
}

/** Takes back an attempt whose request doesn't leave after all. */
export const dropAttempt = (db: Database, id: string): Promise<void> => db.journal.delete(id);
