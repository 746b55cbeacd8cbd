/**
 * Which element draws which line. A line keeps its element for as long as it is drawn; where `reuse` allows it, the
 * elements of lines that have gone are given to those that come, so that scrolling changes texts and makes nothing.
 */
export class LineSlots {
  #slots = new Map<string, number>();
  #next = 0;

  /** The lines' elements, by the keys of all lines that are drawn now. */
  take(keys: readonly string[], reuse: boolean): readonly number[] {
    const wanted = new Set(keys);
    const free = reuse ? [...this.#slots].flatMap(([key, slot]) => (wanted.has(key) ? [] : [slot])).values() : undefined;
    const before = this.#slots;
    this.#slots = new Map();
    for (const key of wanted) this.#slots.set(key, before.get(key) ?? free?.next().value ?? (this.#next += 1));
    return keys.map((key) => this.#slots.get(key) ?? 0);
  }
}
