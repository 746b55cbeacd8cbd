import { isWithin, type Stretch } from "./coverage.ts";
import type { Database, TransactionRow } from "./database.ts";
import type { Key } from "./order.ts";
import { topsOf } from "./sheets.ts";

/** Rows by key, in the given order; uncached ones are left out. */
export async function rowsByKeys(db: Database, keys: readonly Key[]): Promise<TransactionRow[]> {
  const sheets = await db.transaction("r", db.sheets, async () => db.sheets.bulkGet(await topsOf(db.sheets, keys)));
  const wanted = new Set(keys.map(({ id }) => id));
  const found = new Map(sheets.flatMap((sheet) => sheet?.rows.filter(({ id }) => wanted.has(id)) ?? []).map((row) => [row.id, row]));
  return keys.flatMap(({ id }) => found.get(id) ?? []);
}

/** Number of cached rows. */
export const countRows = (db: Database): Promise<number> => db.sheets.orderBy("ids").count();

/** Cached rows of a stretch of time, newest first, some sheets at a time, each in its own transaction so nothing waits long. */
export async function* rowsOfStretch(db: Database, stretch: Stretch, sheetsAtOnce = 40): AsyncGenerator<readonly TransactionRow[]> {
  // The newest rows may be in a sheet that extends further up.
  let some = await db.sheets.where(":id").above(stretch.from).limit(1).toArray();
  let upTo = stretch.from;
  let isFirst = true;
  do {
    const rows = some.flatMap((sheet) => sheet.rows.filter(isWithin(stretch)));
    if (rows.length > 0) yield rows;
    some = await db.sheets.where(":id").between(stretch.to, upTo, true, isFirst).reverse().limit(sheetsAtOnce).toArray();
    upTo = some.at(-1)?.top ?? upTo;
    isFirst = false;
  } while (some.length > 0);
}

/** All cached rows, in the batches of `rowsOfStretch`. */
export const allRows = (db: Database, sheetsAtOnce?: number): AsyncGenerator<readonly TransactionRow[]> =>
  rowsOfStretch(db, { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }, sheetsAtOnce);
