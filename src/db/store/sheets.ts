import { Dexie, type Table } from "dexie";
import { isWithin, type Stretch } from "./coverage.ts";
import type { TransactionRow } from "./database.ts";
import { compareKeys, type Key } from "./order.ts";
import { fullSheet } from "./sheet-size.ts";

/**
 * Adjacent rows of the transaction list, stored as one record: IndexedDB's cost is per record, not per row. A sheet holds the rows
 * between the next lower sheet's top and its own. Rows with the same time are never split.
 */
export interface Sheet {
  /** Latest time (epoch ms) that belongs here; Infinity for the newest sheet. */
  readonly top: number;
  /** Ids of its rows. Unique across sheets: the database refuses duplicates. */
  readonly ids: readonly string[];
  /** In the list's order. */
  readonly rows: readonly TransactionRow[];
}

/** Sheets that may hold rows of a stretch, lowest first. */
const around = (sheets: Table<Sheet, number>, { from, to }: Stretch) => [
  sheets.where(":id").between(to, from, true, true),
  sheets.where(":id").above(from).limit(1),
];

async function sheetsWithin(sheets: Table<Sheet, number>, stretch: Stretch): Promise<Sheet[]> {
  return stretch.from < stretch.to ? [] : (await Promise.all(around(sheets, stretch).map((some) => some.toArray()))).flat();
}

/** Cached rows of a stretch, unordered. */
export const rowsWithin = async (sheets: Table<Sheet, number>, stretch: Stretch): Promise<TransactionRow[]> =>
  (await sheetsWithin(sheets, stretch)).flatMap(({ rows }) => rows).filter(isWithin(stretch));

/** Upper bound of cached rows in a stretch: as if every sheet were full. */
export const rowsAtMost = async (sheets: Table<Sheet, number>, { from, to }: Stretch): Promise<number> =>
  // The newest rows may be in a sheet that extends further up.
  fullSheet * (1 + (await sheets.where(":id").between(to, from, true, true).count()));

/** Tops of the sheets that hold, or would hold, rows with these keys. */
export async function topsOf(sheets: Table<Sheet, number>, keys: readonly Key[]): Promise<number[]> {
  const times = keys.map(({ at }) => at);
  const stretch = { from: Math.max(...times), to: Math.min(...times) };
  const tops = (await Promise.all(around(sheets, stretch).map((some) => some.primaryKeys()))).flat();
  return [...new Set(times.flatMap((at) => tops.find((top) => top >= at) ?? []))];
}

/** Splits rows in list order into sheets; the newest sheet gets this top. */
export function sheetsOf(rows: readonly TransactionRow[], top: number): Sheet[] {
  const size = Math.ceil(rows.length / Math.max(1, Math.ceil(rows.length / (fullSheet / 2))));
  const parts: TransactionRow[][] = [];
  for (const row of rows) {
    const part = parts.at(-1);
    if (!part || (part.length >= size && part.at(-1)?.at !== row.at)) parts.push([row]);
    else part.push(row);
  }
  return parts.map((part, place) => ({ top: place === 0 ? top : (part[0]?.at ?? top), ids: part.map(({ id }) => id), rows: part }));
}

/** A sheet being edited, with its rows by id. */
interface Draft {
  readonly top: number;
  readonly rows: Map<string, TransactionRow>;
}

/** Row changes within one database transaction: read what they touch, change it, write it. */
export class SheetEdit {
  readonly #sheets: Table<Sheet, number>;
  readonly #drafts = new Map<number, Draft>();
  /** The draft of each row that was read. */
  readonly #homes = new Map<string, Draft>();
  readonly #changed = new Set<Draft>();
  /** Ids of the rows that were put or removed. */
  readonly #touched = new Set<string>();

  constructor(sheets: Table<Sheet, number>) {
    this.#sheets = sheets;
  }

  #draft(top: number, rows: readonly TransactionRow[]): Draft {
    const draft: Draft = { top, rows: new Map(rows.map((row) => [row.id, row])) };
    this.#drafts.set(top, draft);
    for (const { id } of rows) this.#homes.set(id, draft);
    return draft;
  }

  #take(sheets: readonly (Sheet | undefined)[]): void {
    for (const sheet of sheets) if (sheet && !this.#drafts.has(sheet.top)) this.#draft(sheet.top, sheet.rows);
  }

  /** Reads the cached rows of a stretch. */
  async read(stretch: Stretch): Promise<void> {
    this.#take(await sheetsWithin(this.#sheets, stretch));
  }

  /** Reads the sheets where rows with these keys are, or would be. */
  async readPlaces(keys: readonly Key[]): Promise<void> {
    this.#take(await this.#sheets.bulkGet(await topsOf(this.#sheets, keys)));
  }

  /** Reads the sheets of rows with these ids, whatever their times. */
  async readIds(rows: readonly { readonly id: string }[]): Promise<void> {
    const unknown = rows.filter(({ id }) => !this.#homes.has(id));
    const tops = await Promise.all(unknown.map(({ id }) => this.#sheets.where("ids").equals(id).primaryKeys()));
    this.#take(await this.#sheets.bulkGet(tops.flat()));
  }

  /** A row, if it was read. */
  get(id: string): TransactionRow | undefined {
    return this.#homes.get(id)?.rows.get(id);
  }

  /** All rows read, in their current state. */
  rowsRead(): TransactionRow[] {
    return [...this.#drafts.values()].flatMap(({ rows }) => [...rows.values()]);
  }

  /** Rows of a stretch, which must have been read. */
  rowsWithin(stretch: Stretch): TransactionRow[] {
    return this.rowsRead().filter(isWithin(stretch));
  }

  /** Puts a row at its place, which must have been read, and removes it from its old place, if that was read. */
  put(row: TransactionRow): void {
    this.remove(row.id);
    const top = Math.min(...[...this.#drafts.keys()].filter((one) => one >= row.at));
    const draft = this.#drafts.get(top) ?? this.#draft(Number.POSITIVE_INFINITY, []);
    draft.rows.set(row.id, row);
    this.#homes.set(row.id, draft);
    this.#changed.add(draft);
  }

  remove(id: string): void {
    this.#touched.add(id);
    const draft = this.#homes.get(id);
    if (!draft) return;
    draft.rows.delete(id);
    this.#homes.delete(id);
    this.#changed.add(draft);
  }

  /** The rows put and the ids removed, for in-memory copies. */
  changes(): { put: TransactionRow[]; removed: string[] } {
    const ids = [...this.#touched];
    return { put: ids.flatMap((id) => this.get(id) ?? []), removed: ids.filter((id) => !this.get(id)) };
  }

  /**
   * Removes up to `atMost` whole sheets below a time (epoch ms), lowest first; none may have been read. Returns their rows' ids.
   */
  async removeSheets(below: number, atMost: number): Promise<string[]> {
    const some = await this.#sheets.where(":id").below(below).limit(atMost).toArray();
    await this.#sheets.bulkDelete(some.map(({ top }) => top));
    return some.flatMap(({ ids }) => ids);
  }

  /** Writes the changes. Rejects with the database's error: a ConstraintError if a row is cached in a sheet that wasn't read. */
  async write(): Promise<void> {
    const changed = [...this.#changed];
    // Delete first: rows may have moved between sheets.
    await this.#sheets.bulkDelete(changed.map(({ top }) => top));
    try {
      await this.#sheets.bulkAdd(changed.flatMap(({ top, rows }) => sheetsOf([...rows.values()].sort(compareKeys), top)));
    } catch (error) {
      throw error instanceof Dexie.BulkError ? error.failures[0] : error;
    }
  }
}
