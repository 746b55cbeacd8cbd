import type { Database, TransactionRow } from "../store/database.ts";

/** Cached rows by id, unordered; uncached ones are left out. Rejects if the cache can't be read. */
export async function rowsByIds(db: Database, ids: readonly string[]): Promise<TransactionRow[]> {
  const wanted = new Set(ids);
  const sheets = await db.sheets
    .where("ids")
    .anyOf([...wanted])
    .distinct()
    .toArray();
  return sheets.flatMap(({ rows }) => rows.filter(({ id }) => wanted.has(id)));
}

/** A cached row by id; undefined if it isn't cached. Rejects if the cache can't be read. */
export async function rowById(db: Database, id: string): Promise<TransactionRow | undefined> {
  const sheet = await db.sheets.where("ids").equals(id).first();
  return sheet?.rows.find((row) => row.id === id);
}
