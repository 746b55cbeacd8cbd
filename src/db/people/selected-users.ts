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

/**
 * Calls back with the ids of users who no longer belong to a list, or are no longer cached, whenever there are any. Returns the
 * unsubscribe function.
 */
export function followUsers(
  db: Database,
  ids: readonly string[],
  belongs: (user: UserRow) => boolean,
  onGone: (gone: readonly string[]) => void,
): () => void {
  const following = liveQuery(() => readUsers(db, ids)).subscribe({
    next: ({ rows, gone }) => {
      const left = rows.filter((user) => !belongs(user)).map(({ id }) => id);
      if (gone.length + left.length > 0) onGone([...gone, ...left]);
    },
    // The list itself reports an unreadable cache.
    error: () => {},
  });
  return () => following.unsubscribe();
}
