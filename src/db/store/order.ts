/**
 * A row's place in the transaction list: newest first by `at` (epoch milliseconds), ties by id, descending.
 * Hosts order ties as they like; nothing here relies on theirs being ours.
 */
export interface Key {
  readonly at: number;
  readonly id: string;
}

/** Negative when `a` stands above `b` in the list. */
export function compareKeys(a: Key, b: Key): number {
  if (a.at !== b.at) return b.at - a.at;
  return a.id === b.id ? 0 : a.id > b.id ? -1 : 1;
}
