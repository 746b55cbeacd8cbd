import { cloneElement, type Key, type ReactElement } from "react";

/** The rows of a list; one whose key an earlier row has, as of an item that is in the list twice, gets another key. */
export function withUniqueKeys(rows: readonly (ReactElement | null)[]): (ReactElement | null)[] {
  const seen = new Set<Key | null>();
  return rows.map((row, place) => {
    if (row === null) return row;
    const isTwice = seen.has(row.key);
    seen.add(row.key);
    return isTwice ? cloneElement(row, { key: `${row.key} ${place}` }) : row;
  });
}
