import type { Database, TransactionRow } from "./database.ts";

/** A cached row by its id, wherever it stands; undefined where it isn't cached. Rejects when the cache can't be read. */
export async function rowById(db: Database, id: string): Promise<TransactionRow | undefined> {
  const sheet = await db.sheets.where("ids").equals(id).first();
  return sheet?.rows.find((row) => row.id === id);
}
