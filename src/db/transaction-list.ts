import { liveQuery } from "dexie";
import { type Database, readState } from "./database.ts";
import { type ListWindow, windowOf } from "./list-window.ts";
import type { Key } from "./order.ts";
import { rowsBetween } from "./transactions.ts";

/** Reads the lines from `first` to `last` of the list of all transactions, in one transaction of the database. */
export const readWindow = (db: Database, first: number, last: number, anchors: readonly (Key | undefined)[]): Promise<ListWindow> =>
  db.transaction("r", db.transactions, db.state, () =>
    windowOf({ state: (name) => readState(db, name), rowsBetween: (from, to) => rowsBetween(db, from, to) }, first, last, anchors),
  );

/** Watches a reading of the cache: calls back with its first result, and again after every write that changes it. */
export function watch<T>(read: () => Promise<T>, onResult: (result: T) => void, onError: (error: unknown) => void): () => void {
  const subscription = liveQuery(read).subscribe({ next: onResult, error: onError });
  return () => subscription.unsubscribe();
}
