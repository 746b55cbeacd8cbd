import type { Database, TransactionRow } from "../store/database.ts";
import type { Key } from "../store/order.ts";
import { rowById } from "./row-by-id.ts";
import { rowsByKeys } from "../store/rows.ts";
import { followWrites } from "./transaction-list.ts";

/** So many are read at a time: a task of the page stays short. */
const atOnce = 500;

/**
 * The cached rows of these keys, some at a time, in that order, and the ids that are cached no longer. A row whose date
 * the host has changed since is found by its id. Rejects with the database's error.
 */
export async function* readRows(
  db: Database,
  keys: readonly Key[],
): AsyncGenerator<{ readonly rows: readonly TransactionRow[]; readonly gone: readonly string[] }> {
  for (let from = 0; from < keys.length; from += atOnce) {
    const some = keys.slice(from, from + atOnce);
    const found = new Map((await rowsByKeys(db, some)).map((row) => [row.id, row]));
    const gone: string[] = [];
    for (const { id } of some) {
      if (found.has(id)) continue;
      const row = await rowById(db, id);
      if (row) found.set(id, row);
      else gone.push(id);
    }
    yield { rows: some.flatMap(({ id }) => found.get(id) ?? []), gone };
    // Whatever else waits has its turn.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Writes come in bursts: what they changed is read once they have ended for so long, in ms. */
const restMs = 300;

/**
 * Calls back with the rows of these keys as they are now, and the ids that are cached no longer: soon, and after every
 * write that may have changed them. `keys`: those that are followed at that moment. Returns what ends it.
 */
export function followRows(
  db: Database,
  keys: () => readonly Key[],
  onRead: (rows: readonly TransactionRow[], gone: readonly string[]) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let reading = Promise.resolve();
  const read = async (): Promise<void> => {
    for await (const { rows, gone } of readRows(db, keys())) {
      if (isOver) return;
      onRead(rows, gone);
    }
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      reading = reading.then(read).catch(() => {
        // The list itself says that the cache can't be read.
      });
    }, restMs);
  };
  later();
  const end = followWrites(db, later);
  return () => {
    isOver = true;
    clearTimeout(timer);
    end();
  };
}
