import { liveQuery } from "dexie";
import type { Database, UserRow } from "../store/database.ts";

/** Cached users by id, in the given order, and the ids no longer cached. Rejects with the database's error. */
export async function readUsers(
  db: Database,
  ids: readonly string[],
): Promise<{ readonly rows: readonly UserRow[]; readonly gone: readonly string[] }> {
  const found = await db.users.bulkGet([...ids]);
  return { rows: found.flatMap((user) => user ?? []), gone: ids.filter((_, place) => !found[place]) };
}

/** Calls back with ids that are no longer cached, whenever there are any. Returns the unsubscribe function. */
export function followUsers(db: Database, ids: readonly string[], onGone: (gone: readonly string[]) => void): () => void {
  const following = liveQuery(() => readUsers(db, ids)).subscribe({
    next: ({ gone }) => {
      if (gone.length > 0) onGone(gone);
    },
    // The list itself reports an unreadable cache.
    error: () => {},
  });
  return () => following.unsubscribe();
}
