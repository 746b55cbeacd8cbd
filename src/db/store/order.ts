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
