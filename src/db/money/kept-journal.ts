import { answerOf } from "../store/idb-answer.ts";
import { endWithPage } from "../store/open-transactions.ts";
import { type Attempt, isUnsettled } from "./journal.ts";

/**
 * Unsettled attempts of a cache as another version left it: neither creates nor upgrades it. Rejects with the database's error, and
 * waits as long as the browser does.
 */
export async function unsettledAsKept(name: string): Promise<Attempt[]> {
  const opening = indexedDB.open(name);
  opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
  const db = await answerOf(opening);
  try {
    db.addEventListener("versionchange", () => db.close());
    const transaction = db.transaction("journal");
    endWithPage(transaction);
    // Only the journal writes the table, in every version.
    return ((await answerOf(transaction.objectStore("journal").getAll())) as Attempt[]).filter(isUnsettled);
  } finally {
    db.close();
  }
}
