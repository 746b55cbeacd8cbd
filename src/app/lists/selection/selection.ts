import { sessionStore } from "../../../sync/state/session-store.ts";
import { Observable } from "../../../sync/state/observable.ts";
import { type Amounted, type CurrencySum, Sums } from "./sums.ts";

/** What is kept of a selected row: where it stands, and what it adds to the sums. The cache has the rest. */
export interface Selected extends Amounted {
  readonly id: string;
  /** Its place by time (epoch ms); 0 in a list that has none. */
  readonly at: number;
}

/** What the bar says besides the count. */
export interface SelectionNote {
  /** Selected rows that are in the cache no longer. */
  readonly gone: number;
  /** Stretches inside the last range whose rows are not loaded, and so not selected. */
  readonly gaps: number;
}

const nothingToNote: SelectionNote = { gone: 0, gaps: 0 };

const compact = ({ id, at, amount, currency }: Selected): Selected => ({ id, at, amount, currency });

/** The selected rows of one list. It lives in the page's memory alone, and ends with the session. */
export class Selection {
  /** Counts the changes; what a row or the bar shows follows it. */
  readonly version = new Observable(0);
  /** The list shows boxes though nothing is selected: a finger can't hover. */
  readonly choosing = new Observable(false);
  readonly note = new Observable<SelectionNote>(nothingToNote);
  /** The row whose box is in the tab order; undefined: the first one's. */
  readonly cursor = new Observable<string | undefined>(undefined);
  readonly #rows = new Map<string, Selected>();
  readonly #sums = new Sums();
  /** What the range from the anchor brought: a range that is drawn back gives it up again. */
  #ranged: ReadonlySet<string> = new Set();
  /** The row at which ranges begin. */
  anchor: Selected | undefined;

  get size(): number {
    return this.#rows.size;
  }

  has(id: string): boolean {
    return this.#rows.has(id);
  }

  /** In the order in which they were selected. */
  rows(): readonly Selected[] {
    return [...this.#rows.values()];
  }

  sums(): { readonly currencies: readonly CurrencySum[]; readonly without: number } {
    return { currencies: this.#sums.list(), without: this.#sums.without };
  }

  /** Selects a row, or no longer; ranges begin at it. */
  toggle(row: Selected): void {
    if (this.#rows.has(row.id)) this.#remove(row.id);
    else this.#put(row);
    this.beginRange(row);
    this.#changed();
  }

  add(rows: Iterable<Selected>): void {
    for (const row of rows) this.#put(row);
    this.#changed();
  }

  /** Selects the rows of a range in place of those that the range from the same anchor brought before. `gaps`: stretches inside it that are not loaded. */
  setRange(rows: readonly Selected[], gaps: number): void {
    const wanted = new Set(rows.map(({ id }) => id));
    for (const id of this.#ranged) if (!wanted.has(id)) this.#remove(id);
    const own = rows.filter(({ id }) => this.#ranged.has(id) || !this.#rows.has(id));
    this.#ranged = new Set(own.map(({ id }) => id));
    this.note.set({ ...this.note.get(), gaps });
    this.add(rows);
  }

  /** Rows as the cache has them now, and those that it has no longer, which leave the selection. */
  refresh(rows: Iterable<Selected>, gone: Iterable<string>): void {
    let changed = false;
    for (const row of rows) {
      const before = this.#rows.get(row.id);
      if (!before || (before.amount === row.amount && before.currency === row.currency && before.at === row.at)) continue;
      this.#put(row);
      changed = true;
    }
    let left = 0;
    for (const id of gone) if (this.#remove(id)) left += 1;
    if (left > 0) this.note.set({ ...this.note.get(), gone: this.note.get().gone + left });
    if (changed || left > 0) this.#changed();
  }

  /** Ranges begin at this row from now on. */
  beginRange(row: Selected): void {
    this.anchor = compact(row);
    this.#ranged = new Set();
    this.note.set({ ...this.note.get(), gaps: 0 });
  }

  clear(): void {
    this.#rows.clear();
    this.#sums.clear();
    this.#ranged = new Set();
    this.anchor = undefined;
    this.choosing.set(false);
    this.note.set(nothingToNote);
    this.#changed();
  }

  #put(row: Selected): void {
    const before = this.#rows.get(row.id);
    if (before) this.#sums.remove(before);
    this.#rows.set(row.id, compact(row));
    this.#sums.add(row);
  }

  #remove(id: string): boolean {
    const row = this.#rows.get(id);
    if (!row) return false;
    this.#rows.delete(id);
    this.#sums.remove(row);
    return true;
  }

  #changed(): void {
    this.version.set(this.version.get() + 1);
  }
}

export type SelectableTable = "transactions" | "users";

const selections = new Map<string, Selection>();
let identity = sessionStore.current()?.identity;
sessionStore.subscribe(() => {
  const next = sessionStore.current()?.identity;
  if (next === identity) return;
  identity = next;
  for (const selection of selections.values()) selection.clear();
  selections.clear();
});

/** The selection of a table under a filter ("": the whole list). Another filter is another list, with a selection of its own. */
export function selectionOf(table: SelectableTable, filter: string): Selection {
  const key = `${table} ${filter}`;
  const known = selections.get(key);
  if (known) return known;
  const made = new Selection();
  selections.set(key, made);
  return made;
}
