/**
 * A row's position in the transaction list: newest first by `at` (epoch ms), ties by id, descending. Hosts order ties arbitrarily;
 * nothing relies on their order being ours.
 */
export interface Key {
  readonly at: number;
  readonly id: string;
}

/** Negative if `a` is above `b` in the list. */
export function compareKeys(a: Key, b: Key): number {
  if (a.at !== b.at) return b.at - a.at;
  return a.id === b.id ? 0 : a.id > b.id ? -1 : 1;
}

/** Keys in the list's order, such as an array's; or made as they are read, where there are many. */
export interface Keys {
  readonly length: number;
  at(index: number): Key | undefined;
  slice(from: number, end: number): readonly Key[];
}

/** Where a key is among sorted ones, or would be. */
export function placeIn(keys: Keys, key: Key): number {
  let [from, end] = [0, keys.length];
  while (from < end) {
    const middle = (from + end) >> 1;
    const there = keys.at(middle);
    if (there && compareKeys(there, key) < 0) from = middle + 1;
    else end = middle;
  }
  return from;
}
