import { Database } from "../../db/store/database.ts";
import { unsettledAttempts } from "../../db/money/journal.ts";
import { cacheNames, deleteCache } from "../../db/store/open.ts";
import { leavePosts } from "../money/fence.ts";
import { pause, systemClock } from "../wire/reach.ts";

/** A deletion that another tab's connection holds up is left to the next start after this time, in ms. */
const deleteWithinMs = 1500;

/** What is unsettled stays fenced off, without the data of whom it was about (FUND-6). Never rejects. */
async function fenceOff(name: string): Promise<void> {
  const db = new Database(name);
  try {
    await leavePosts(name, await unsettledAttempts(db));
  } catch {
    // A journal that can't be read leaves nothing to fence.
  }
  db.close();
}

/**
 * Deletes every cache on the device but `keep`; what is unsettled in its journal leaves a post behind. A start without a session calls it before anything is
 * shown, which also completes a teardown that was cut short; a start with one keeps that session's own.
 * Resolves to false where a deletion is still held up.
 */
export async function wipeCaches(keep?: string, withinMs: number = deleteWithinMs): Promise<boolean> {
  try {
    const wipe = async (name: string): Promise<void> => {
      await fenceOff(name);
      await deleteCache(name);
    };
    const wiped = cacheNames().then((names) => Promise.all(names.filter((name) => name !== keep).map(wipe)));
    return await Promise.race([wiped.then(() => true), pause(systemClock, withinMs).then(() => false)]);
  } catch {
    // Where IndexedDB is refused there is nothing to delete.
    return true;
  }
}
