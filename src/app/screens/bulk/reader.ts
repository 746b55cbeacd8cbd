import type { CachedFacts, ReadFacts } from "../../../db/money/bulk/facts.ts";
import type { FileRow } from "../../../db/money/bulk/file-row.ts";
import { isGuessed } from "../../csv/decode-text.ts";
import { guessMapping, ignoredIn, type Mapping, readBulkFile, type ReadFile, rowsOf, type Sheet } from "./read-file.ts";

/** Sample lines shown while choosing columns. */
const sampleRows = 5;

/** A parsed file: header, sample rows, and guessed columns. */
export interface OpenedSheet extends Pick<Sheet, "head" | "width" | "isList"> {
  readonly is: "sheet";
  readonly sample: Sheet["rows"];
  readonly count: number;
  readonly guess: Mapping;
  /** The header identifies every column. */
  readonly isSure: boolean;
  /** The file's letters are guessed. */
  readonly isGuessed: boolean;
}

export type Opened = OpenedSheet | Exclude<ReadFile, { is: "sheet" }>;

/** Mapped rows, and the unused columns. */
export interface MappedRows {
  readonly rows: readonly FileRow[];
  readonly ignored: readonly string[];
}

/** Reads a file, and what the cache knows of its rows; holds the file between the two. */
export class BulkReader {
  readonly #readFacts: ReadFacts;
  #sheet: Sheet | undefined;

  constructor(readFacts: ReadFacts) {
    this.#readFacts = readFacts;
  }

  async open(bytes: Uint8Array): Promise<Opened> {
    const read = readBulkFile(bytes);
    this.#sheet = read.is === "sheet" ? read.sheet : undefined;
    if (read.is !== "sheet") return read;
    const { head, width, rows, isList } = read.sheet;
    const { mapping, isSure } = guessMapping(read.sheet);
    const sample = rows.slice(0, sampleRows);
    return { is: "sheet", head, width, isList, sample, count: rows.length, guess: mapping, isSure, isGuessed: isGuessed(bytes) };
  }

  /** Rejects if no file is held. */
  async rows(mapping: Mapping): Promise<MappedRows> {
    if (!this.#sheet) throw new Error("no file is open");
    return { rows: rowsOf(this.#sheet, mapping), ignored: ignoredIn(this.#sheet, mapping) };
  }

  facts(...asked: Parameters<ReadFacts>): Promise<CachedFacts> {
    return this.#readFacts(...asked);
  }

  close(): void {}
}
