import { hold } from "../../../sync/state/held.ts";
import { Observable } from "../../../sync/state/observable.ts";
import { onOtherAdmin } from "../../state/other-admin.ts";
import { type Amounted, type CurrencySum, Sums } from "./sums.ts";

/** What is stored of a selected row: its position and its part in the sums. The cache has the rest. */
export interface Selected extends Amounted {
  readonly id: string;
  /** Position by time (epoch ms); 0 in a list without times. */
  readonly at: number;
}

/** What the bar says besides the count. */
export interface SelectionNote {
  /** Selected rows no longer in the cache. */
  readonly gone: number;
  /** Unloaded stretches inside the last range, which are not selected. */
  readonly gaps: number;
}

const nothingToNote: SelectionNote = { gone: 0, gaps: 0 };

const compact = ({ id, at, amount, currency }: Selected): Selected => ({ id, at, amount, currency });

/** The selected rows of one list. In memory only; ends with the session. */
export class Selection {
  /** Change counter, observed by rows and the bar. */
  readonly version = new Observable(0);
  /** Shows checkboxes though nothing is selected, as touch can't hover. */
  readonly choosing = new Observable(false);
  readonly note = new Observable<SelectionNote>(nothingToNote);
  /** The row whose checkbox is in the tab order; undefined: the first one's. */
  readonly cursor = new Observable<string | undefined>(undefined);
  readonly #rows = new Map<string, Selected>();
  readonly #sums = new Sums();
  /** Rows added by the current range: shrinking the range deselects them. */
  #ranged: ReadonlySet<string> = new Set();
  /** Start row of ranges. */
  anchor: Selected | undefined;

  get size(): number {
    return this.#rows.size;
  }

  has(id: string): boolean {
    return this.#rows.has(id);
  }

  /** In selection order. */
  rows(): readonly Selected[] {
    return [...this.#rows.values()];
  }

  sums(): { readonly currencies: readonly CurrencySum[] } & Pick<Sums, "without" | "unnamed"> {
    const { without, unnamed } = this.#sums;
    return { currencies: this.#sums.list(), without, unnamed };
  }

  /** Toggles a row and makes it the anchor. */
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

  /** Replaces the rows of the previous range from the same anchor. `gaps`: unloaded stretches inside it. */
  setRange(rows: readonly Selected[], gaps: number): void {
    const wanted = new Set(rows.map(({ id }) => id));
    for (const id of this.#ranged) if (!wanted.has(id)) this.#remove(id);
    const own = rows.filter(({ id }) => this.#ranged.has(id) || !this.#rows.has(id));
    this.#ranged = new Set(own.map(({ id }) => id));
    this.note.set({ ...this.note.get(), gaps });
    this.add(rows);
  }

  /** Updates rows from the cache, and removes those no longer in it. */
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

  /** Makes this row the anchor. */
  beginRange(row: Selected): void {
    this.anchor = compact(row);
    this.#ranged = new Set();
    this.note.set({ ...this.note.get(), gaps: 0 });
  }

  clear(): void {
    this.#rows.clear();
    this.#sums.clear();
    this.#ranged = new Set();
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
    // Where nothing is selected, nothing shows where a range would begin.
    if (this.#rows.size === 0) this.anchor = undefined;
    // A single row is soon selected again.
    hold(this, this.#rows.size > 1);
    this.version.set(this.version.get() + 1);
  }
}

export type SelectableTable = "transactions" | "users";

const selections = new Map<string, Selection>();
onOtherAdmin(() => {
  for (const selection of selections.values()) selection.clear();
  selections.clear();
});

/** The selection of a table under a filter ("": the whole list). Each filter is a list with its own selection. */
export function selectionOf(table: SelectableTable, filter: string): Selection {
  const key = `${table} ${filter}`;
  const known = selections.get(key);
  if (known) return known;
  const made = new Selection();
  selections.set(key, made);
  return made;
}
