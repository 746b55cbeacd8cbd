import { Dexie, type ObservabilitySet, RangeSet } from "dexie";
import type { Database, UserRow } from "../store/database.ts";

/** Cached users by id, in the given order, and the ids no longer cached. Rejects with the database's error. */
export async function readUsers(
  db: Database,
  ids: readonly string[],
): Promise<{ readonly rows: readonly UserRow[]; readonly gone: readonly string[] }> {
  const found = await db.users.bulkGet([...ids]);
  return { rows: found.flatMap((user) => user ?? []), gone: ids.filter((_, place) => !found[place]) };
}

/** Calls back after every write, in any tab, to the cached users; told whether a user may be among them. */
export function followUserWrites(db: Database, onWrite: (isWritten: (id: string) => boolean) => void): () => void {
  const part = `idb://${db.name}/${db.users.name}/`;
  const hear = (written: ObservabilitySet): void => {
    const sets = ["all", part, `${part}:dels`].flatMap((name) => written[name] ?? []).map((set) => RangeSet(set));
    if (sets.length > 0) onWrite((id) => sets.some((set) => set.hasKey(id)));
  };
  Dexie.on.storagemutated.subscribe(hear);
  return () => Dexie.on.storagemutated.unsubscribe(hear);
}

/** Batch size; keeps tasks short. */
const atOnce = 500;

/** Writes and selections come in bursts: users are read this long after the first, in ms. */
const restMs = 300;

/**
 * Calls back with the ids of users who no longer belong to a list, or are no longer cached. Each is read once, and again after a
 * write. `ids` returns those followed at that moment; `look` says that there are others.
 */
export function followUsers(
  db: Database,
  ids: () => readonly string[],
  belongs: (user: UserRow) => boolean,
  onGone: (gone: readonly string[]) => void,
): { readonly look: () => void; readonly stop: () => void } {
  const looked = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let reading = Promise.resolve();
  const read = async (): Promise<void> => {
    timer = undefined;
    const wanted = ids().filter((id) => !looked.has(id));
    for (let from = 0; from < wanted.length; from += atOnce) {
      const some = wanted.slice(from, from + atOnce);
      // Ahead of the read: who is written meanwhile is read again.
      for (const id of some) looked.add(id);
      const { rows, gone } = await readUsers(db, some);
      if (isOver) return;
      const left = rows.filter((user) => !belongs(user)).map(({ id }) => id);
      if (gone.length + left.length > 0) onGone([...gone, ...left]);
    }
  };
  const look = (): void => {
    // The list itself reports an unreadable cache.
    timer ??= setTimeout(() => (reading = reading.then(read).catch(() => looked.clear())), restMs);
  };
  const unfollow = followUserWrites(db, (isWritten) => {
    for (const id of looked) if (isWritten(id)) looked.delete(id);
    look();
  });
  look();
  return {
    look,
    stop() {
      isOver = true;
      clearTimeout(timer);
      unfollow();
    },
  };
}
