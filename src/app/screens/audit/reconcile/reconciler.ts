import { type CsvCell, csvOf, figure } from "../../../csv/csv.ts";
import type { Booked, CompareDays, Reconciled, ReconciledDays, Scope, StatementEntry } from "../../../../db/files/reconcile.ts";
import { hasFailed } from "../../../../db/transactions/has-failed.ts";
import { type Columns, guessMapping, type Mapping, type Writing, writingOf } from "./mapping.ts";
import { type BadLine, entriesOf, readStatement, type ReadStatement, type StatementTable } from "./statement.ts";

export const groups = ["matched", "differs", "several", "onlyThere", "onlyHere"] as const satisfies readonly (keyof Reconciled)[];
export type Group = (typeof groups)[number];

/** Most lines shown per group; the file has all. */
export const shownAtMost = 50;

/** A parsed statement: header, sample lines, and guessed columns. */
export type Opened =
  | {
      readonly is: "table";
      readonly head: readonly string[];
      readonly sample: StatementTable["rows"];
      readonly count: number;
      readonly guess: Mapping;
    }
  | Exclude<ReadStatement, { is: "table" }>;

/** Result of a comparison: each group's first lines and size, and all lines as a file. */
export interface Compared extends Omit<ReconciledDays, keyof Reconciled> {
  readonly shown: Reconciled;
  readonly counts: Readonly<Record<Group, number>>;
  readonly lines: number;
  /** When it was made (device epoch ms). */
  readonly at: number;
  readonly bad: readonly BadLine[];
  readonly skipped: readonly number[];
  readonly undone: readonly number[];
  readonly unsure: readonly number[];
  /** CSV of every line. */
  readonly file: string;
}

export type Comparison = Compared | { readonly bad: readonly BadLine[] };

/** Texts of the file, in the current language. */
export interface FileWords {
  readonly columns: readonly string[];
  readonly groups: Readonly<Record<Group, string>>;
  /** `double`: with "#" in the place of the line. */
  readonly notes: Readonly<Record<"reference" | "amount" | "failedHere" | "double", string>>;
}

const fileOf = (result: Reconciled, words: FileWords): string => {
  const { notes } = words;
  const line = (group: Group, entry?: StatementEntry, row?: Booked, note?: string): CsvCell[] => [
    words.groups[group],
    entry?.line,
    entry?.day,
    figure(entry?.amount),
    entry?.currency,
    entry?.reference,
    row?.id,
    row?.reference,
    row?.username,
    row?.type,
    row?.status,
    row?.day,
    figure(row?.amount),
    row?.currency,
    note,
  ];
  return csvOf([
    words.columns,
    ...result.matched.map(({ entry, row, by }) => line("matched", entry, row, hasFailed(row) ? notes.failedHere : notes[by])),
    ...result.differs.map(({ entry, row }) => line("differs", entry, row)),
    ...result.several.flatMap(({ entries, rows }, at) => [
      ...entries.map((entry) => line("several", entry, undefined, String(at + 1))),
      ...rows.map((row) => line("several", undefined, row, String(at + 1))),
    ]),
    ...result.onlyThere.map(({ entry, double }) =>
      line("onlyThere", entry, undefined, double === undefined ? undefined : notes.double.replace("#", String(double))),
    ),
    ...result.onlyHere.map((row) => line("onlyHere", undefined, row)),
  ]);
};

/** Reads a statement and compares it with the cache; holds the file between the two. */
export class Reconciler {
  readonly #compareDays: CompareDays;
  #table: StatementTable | undefined;

  constructor(compareDays: CompareDays) {
    this.#compareDays = compareDays;
  }

  async open(bytes: Uint8Array): Promise<Opened> {
    const read = readStatement(bytes);
    this.#table = read.is === "table" ? read.table : undefined;
    if (read.is !== "table") return read;
    const { head, rows } = read.table;
    return { is: "table", head, sample: rows.slice(0, 5), count: rows.length, guess: guessMapping(read.table) };
  }

  /** How the chosen columns are written. Rejects if no file is held. */
  async writing(columns: Columns): Promise<Writing> {
    if (!this.#table) throw new Error("no file is open");
    return writingOf(this.#table, columns);
  }

  /** Returns only `bad` if the mapping could read no line. Rejects if no file is held, and with the database's error. */
  async compare(mapping: Mapping, scope: Scope, words: FileWords): Promise<Comparison> {
    if (!this.#table) throw new Error("no file is open");
    const { entries, bad, skipped, undone, unsure } = entriesOf(this.#table, mapping, scope.timeZone);
    if (entries.length === 0) return { bad };
    const { days, gaps, asOf, currencies, lacksEarlier, ...result } = await this.#compareDays(entries, scope);
    const some = <T>(list: readonly T[]): T[] => list.slice(0, shownAtMost);
    return {
      days,
      gaps,
      asOf,
      currencies,
      lacksEarlier,
      shown: {
        matched: some(result.matched),
        differs: some(result.differs),
        several: some(result.several),
        onlyThere: some(result.onlyThere),
        onlyHere: some(result.onlyHere),
      },
      counts: {
        matched: result.matched.length,
        differs: result.differs.length,
        several: result.several.length,
        onlyThere: result.onlyThere.length,
        onlyHere: result.onlyHere.length,
      },
      lines: entries.length,
      at: Date.now(),
      bad,
      skipped,
      undone,
      unsure,
      file: fileOf(result, words),
    };
  }

  close(): void {}
}
