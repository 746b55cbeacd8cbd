import type { Database, TransactionRow } from "../store/database.ts";
import type { Key } from "../store/order.ts";
import { rowById } from "./row-by-id.ts";
import { rowsByKeys } from "../store/rows.ts";
import { followWrites } from "./transaction-list.ts";

/** Batch size; keeps tasks short. */
const atOnce = 500;

/**
 * Cached rows by key in batches, in the given order, and the ids no longer cached. A row whose date changed on the host is found by
 * id. Rejects with the database's error.
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
    // Yield between batches.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Writes come in bursts: rows are read this long after the first, in ms. */
const restMs = 300;

/**
 * Calls back with the current rows of these keys and the ids no longer cached: soon, and after every write that may have changed
 * them. `keys` returns those followed at that moment. Returns the unsubscribe function.
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
    timer = undefined;
    for await (const { rows, gone } of readRows(db, keys())) {
      if (isOver) return;
      onRead(rows, gone);
    }
  };
  const later = (): void => {
    timer ??= setTimeout(() => {
      reading = reading.then(read).catch(() => {
        // The list itself reports an unreadable cache.
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
