/**
 * Maps lines to elements. A line keeps its element while it is drawn; with `reuse`, elements of lines that left are
 * given to new ones, so scrolling changes text and creates nothing.
 */
export class LineSlots {
  #slots = new Map<string, number>();
  #next = 0;

  /** The element slots for the keys of all lines drawn now. */
  take(keys: readonly string[], reuse: boolean): readonly number[] {
    const wanted = new Set(keys);
    const free = reuse ? [...this.#slots].flatMap(([key, slot]) => (wanted.has(key) ? [] : [slot])).values() : undefined;
    const before = this.#slots;
    this.#slots = new Map();
    for (const key of wanted) this.#slots.set(key, before.get(key) ?? free?.next().value ?? (this.#next += 1));
    return keys.map((key) => this.#slots.get(key) ?? 0);
  }
}
