import { compareKeys, type Key, type Keys, placeIn } from "../../db/store/order.ts";
import type { Line } from "./memory-store.ts";

/** The lines of a filtered list. */
export interface Lines {
  readonly length: number;
  /** Number of those that are rows. */
  readonly rows: number;
  /** How many can be read and located yet, from the top. */
  readonly known: number;
  readonly slice: (from: number, end: number) => readonly Line[];
  /** Index of a row, or of the next one below its place; undefined: there is none. */
  readonly placeOf: (key: Key) => number | undefined;
}

const within = (place: number, length: number): number | undefined => (place >= 0 && place < length ? place : undefined);

/** Lines with their gaps. */
export const gappedLines = (lines: readonly Line[]): Lines => ({
  length: lines.length,
  rows: lines.filter(({ is }) => is === "row").length,
  known: lines.length,
  slice: (from, end) => lines.slice(from, end),
  placeOf: (key) =>
    within(
      lines.findIndex((line) => line.is === "row" && compareKeys(line.key, key) >= 0),
      lines.length,
    ),
});

/** `count` rows without gaps, which begin with these. A filter may match hundreds of thousands, so a line is made when it is read. */
export const rowLines = (keys: Keys, count = keys.length): Lines => ({
  length: count,
  rows: count,
  known: keys.length,
  slice: (from, end) => keys.slice(from, end).map((key) => ({ is: "row", key })),
  placeOf: (key) => within(placeIn(keys, key), keys.length),
});
