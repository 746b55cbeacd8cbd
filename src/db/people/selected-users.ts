import { liveQuery } from "dexie";
import type { Database, UserRow } from "../store/database.ts";

/** The cached users of these ids, in that order, and the ids that are cached no longer. Rejects with the database's error. */
export async function readUsers(
  db: Database,
  ids: readonly string[],
): Promise<{ readonly rows: readonly UserRow[]; readonly gone: readonly string[] }> {
  const found = await db.users.bulkGet([...ids]);
  return { rows: found.flatMap((user) => user ?? []), gone: ids.filter((_, place) => !found[place]) };
}

/** Calls back with the ids that are cached no longer, whenever there are some. Returns what ends it. */
export function followUsers(db: Database, ids: readonly string[], onGone: (gone: readonly string[]) => void): () => void {
  const following = liveQuery(() => readUsers(db, ids)).subscribe({
    next: ({ gone }) => {
      if (gone.length > 0) onGone(gone);
    },
    // The list itself says that the cache can't be read.
    error: () => {},
  });
  return () => following.unsubscribe();
}
