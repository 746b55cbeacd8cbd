import type { Database, TransactionRow } from "./database.ts";
import type { Key } from "./order.ts";
import { topsOf } from "./sheets.ts";

/** The rows of these keys, in that order; one that isn't cached there is left out. */
export async function rowsByKeys(db: Database, keys: readonly Key[]): Promise<TransactionRow[]> {
  const sheets = await db.transaction("r", db.sheets, async () => db.sheets.bulkGet(await topsOf(db.sheets, keys)));
  const wanted = new Set(keys.map(({ id }) => id));
  const found = new Map(sheets.flatMap((sheet) => sheet?.rows.filter(({ id }) => wanted.has(id)) ?? []).map((row) => [row.id, row]));
  return keys.flatMap(({ id }) => found.get(id) ?? []);
}

/** How many rows are cached. */
export const countRows = (db: Database): Promise<number> => db.sheets.orderBy("ids").count();

/** All cached rows, newest first, some sheets at a time, each read by itself so that nothing waits for long. */
export async function* allRows(db: Database, sheetsAtOnce = 40): AsyncGenerator<readonly TransactionRow[]> {
  let below = await db.sheets.orderBy(":id").reverse().limit(sheetsAtOnce).toArray();
  for (;;) {
    if (below.length > 0) yield below.flatMap(({ rows }) => rows);
    const last = below.at(-1);
    if (!last || below.length < sheetsAtOnce) return;
    below = await db.sheets.where(":id").below(last.top).reverse().limit(sheetsAtOnce).toArray();
  }
}
