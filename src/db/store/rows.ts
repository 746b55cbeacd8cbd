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
  do {
    const rows = some.flatMap((sheet) => sheet.rows);
    const within = rows.filter(isWithin(stretch));
    if (within.length > 0) yield within;
    // Go on below the last row, not below its sheet: a write may split that sheet meanwhile, but never rows of one time.
    upTo = Math.min(upTo, (rows.at(-1)?.at ?? Number.POSITIVE_INFINITY) - 1);
    some = await db.sheets.where(":id").between(stretch.to, upTo, true, true).reverse().limit(sheetsAtOnce).toArray();
  } while (some.length > 0);
}

/** All cached rows, in the batches of `rowsOfStretch`. */
export const allRows = (db: Database, sheetsAtOnce?: number): AsyncGenerator<readonly TransactionRow[]> =>
  rowsOfStretch(db, { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }, sheetsAtOnce);
