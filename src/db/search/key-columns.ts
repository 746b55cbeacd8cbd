import type { Key, Keys } from "../store/order.ts";

/** Keys as columns: three values to hand from thread to thread, in place of two for each of many thousands of rows. */
export interface KeyColumns {
  /** Epoch ms. */
  readonly at: Float64Array<ArrayBuffer>;
  /** All ids, joined. */
  readonly ids: string;
  /** Where each id ends in `ids`. */
  readonly ends: Uint32Array<ArrayBuffer>;
}

/** The first matches, and how many there are. */
export interface Found {
  readonly keys: KeyColumns;
  readonly count: number;
}

/** Keys for another thread. */
export function columnsOf(keys: readonly Key[]): KeyColumns {
  const at = new Float64Array(keys.length);
  const ends = new Uint32Array(keys.length);
  let ids = "";
  keys.forEach((key, place) => {
    at[place] = key.at;
    ids += key.id;
    ends[place] = ids.length;
  });
  return { at, ids, ends };
}

/** The keys from another thread, each made when it is read. */
export function keysOf({ at, ids, ends }: KeyColumns): Keys {
  const keyAt = (index: number): Key | undefined => {
    const time = at[index];
    return time === undefined ? undefined : { at: time, id: ids.slice(ends[index - 1] ?? 0, ends[index]) };
  };
  return {
    length: at.length,
    at: keyAt,
    slice: (from, end) => Array.from({ length: Math.max(0, Math.min(end, at.length) - from) }, (_, n) => keyAt(from + n) ?? []).flat(),
  };
}
