import { Dexie, type Table } from "dexie";
import { isWithin, type Stretch } from "./coverage.ts";
import type { TransactionRow } from "./database.ts";
import { compareKeys, type Key } from "./order.ts";
import { fullSheet } from "./sheet-size.ts";

/**
 * Neighbours of the list of transactions, kept as one record: IndexedDB is paid by the record, not by the row.
 * A sheet holds the rows above the next lower sheet's top, up to its own. Rows of one time are never parted.
 */
export interface Sheet {
  /** The latest time (epoch ms) that belongs here; the newest sheet's is Infinity. */
  readonly top: number;
  /** Those of its rows. An id is in one sheet alone: the database refuses a second one. */
  readonly ids: readonly string[];
  /** In the list's order. */
  readonly rows: readonly TransactionRow[];
}

/** The sheets that may hold rows of a stretch of time, lowest first. */
const around = (sheets: Table<Sheet, number>, { from, to }: Stretch) => [
  sheets.where(":id").between(to, from, true, true),
  sheets.where(":id").above(from).limit(1),
];

async function sheetsWithin(sheets: Table<Sheet, number>, stretch: Stretch): Promise<Sheet[]> {
  return stretch.from < stretch.to ? [] : (await Promise.all(around(sheets, stretch).map((some) => some.toArray()))).flat();
}

/** The cached rows of a stretch of time, in no order. */
export const rowsWithin = async (sheets: Table<Sheet, number>, stretch: Stretch): Promise<TransactionRow[]> =>
  (await sheetsWithin(sheets, stretch)).flatMap(({ rows }) => rows).filter(isWithin(stretch));

/** How many cached rows of a stretch of time there may be: as many as if each sheet were full. */
export const rowsAtMost = async (sheets: Table<Sheet, number>, { from, to }: Stretch): Promise<number> =>
  // The newest of them may stand in a sheet that reaches further up.
  fullSheet * (1 + (await sheets.where(":id").between(to, from, true, true).count()));

/** The tops of the sheets in which rows of these keys would stand, were they cached. */
export async function topsOf(sheets: Table<Sheet, number>, keys: readonly Key[]): Promise<number[]> {
  const times = keys.map(({ at }) => at);
  const stretch = { from: Math.max(...times), to: Math.min(...times) };
  const tops = (await Promise.all(around(sheets, stretch).map((some) => some.primaryKeys()))).flat();
  return [...new Set(times.flatMap((at) => tops.find((top) => top >= at) ?? []))];
}

/** Rows in the list's order, cut into sheets of which the newest has this top. */
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

/** A sheet that is being edited: its rows by id. */
interface Draft {
  readonly top: number;
  readonly rows: Map<string, TransactionRow>;
}

/** Changes of rows within one transaction of the database: read what they touch, change it, write it. */
export class SheetEdit {
  readonly #sheets: Table<Sheet, number>;
  readonly #drafts = new Map<number, Draft>();
  /** Where each row is that was read. */
  readonly #homes = new Map<string, Draft>();
  readonly #changed = new Set<Draft>();

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

  /** Reads the cached rows of a stretch of time. */
  async read(stretch: Stretch): Promise<void> {
    this.#take(await sheetsWithin(this.#sheets, stretch));
  }

  /** Reads where rows of these keys stand, or would. */
  async readPlaces(keys: readonly Key[]): Promise<void> {
    this.#take(await this.#sheets.bulkGet(await topsOf(this.#sheets, keys)));
  }

  /** Reads where rows of these ids are, whatever their times. */
  async readIds(rows: readonly { readonly id: string }[]): Promise<void> {
    const unknown = rows.filter(({ id }) => !this.#homes.has(id));
    const tops = await Promise.all(unknown.map(({ id }) => this.#sheets.where("ids").equals(id).primaryKeys()));
    this.#take(await this.#sheets.bulkGet(tops.flat()));
  }

  /** A row, if it is among what was read. */
  get(id: string): TransactionRow | undefined {
    return this.#homes.get(id)?.rows.get(id);
  }

  /** All rows that were read, as they are by now. */
  rowsRead(): TransactionRow[] {
    return [...this.#drafts.values()].flatMap(({ rows }) => [...rows.values()]);
  }

  /** The rows of a stretch of time, which must have been read. */
  rowsWithin(stretch: Stretch): TransactionRow[] {
    return this.rowsRead().filter(isWithin(stretch));
  }

  /** Puts a row in its place, which must have been read; it leaves the one that it had, if that was read. */
  put(row: TransactionRow): void {
    this.remove(row.id);
    const top = Math.min(...[...this.#drafts.keys()].filter((one) => one >= row.at));
    const draft = this.#drafts.get(top) ?? this.#draft(Number.POSITIVE_INFINITY, []);
    draft.rows.set(row.id, row);
    this.#homes.set(row.id, draft);
    this.#changed.add(draft);
  }

  remove(id: string): void {
    const draft = this.#homes.get(id);
    if (!draft) return;
    draft.rows.delete(id);
    this.#homes.delete(id);
    this.#changed.add(draft);
  }

  /** Removes whole sheets, at most so many, that end below a time (epoch ms): the lowest ones, none of which may have been read. Their rows' ids. */
  async removeSheets(below: number, atMost: number): Promise<string[]> {
    const some = await this.#sheets.where(":id").below(below).limit(atMost).toArray();
    await this.#sheets.bulkDelete(some.map(({ top }) => top));
    return some.flatMap(({ ids }) => ids);
  }

  /** Writes what has changed. Rejects with the database's error: a ConstraintError where a row is cached that was not read. */
  async write(): Promise<void> {
    const changed = [...this.#changed];
    // First they go: a row may have left one for another.
    await this.#sheets.bulkDelete(changed.map(({ top }) => top));
    try {
      await this.#sheets.bulkAdd(changed.flatMap(({ top, rows }) => sheetsOf([...rows.values()].sort(compareKeys), top)));
    } catch (error) {
      throw error instanceof Dexie.BulkError ? error.failures[0] : error;
    }
  }
}
