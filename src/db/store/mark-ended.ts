import { digest } from "./digest.ts";
import { markPrefix } from "./ended.ts";
import { answerOf } from "./idb-answer.ts";

/** Long after local storage has reached the disk, in s. */
const keptForS = 86_400;

/**
 * Marks a token's session as ended, until the host issues that token again. Never rejects: where IndexedDB is refused, nothing was
 * stored either.
 */
export async function markEnded(token: string): Promise<void> {
  try {
    const now = Math.floor(Date.now() / 1000);
    // The version holds the end's time, so listing databases reveals it without opening one.
    (await answerOf(indexedDB.open(markPrefix + digest(token), now))).close();
    for (const { name, version } of await indexedDB.databases()) {
      if (name?.startsWith(markPrefix) && (version ?? 0) < now - keptForS) indexedDB.deleteDatabase(name);
    }
  } catch {
    // Refused, or already marked.
  }
}
