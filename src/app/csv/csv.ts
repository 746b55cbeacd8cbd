import Papa from "papaparse";

export type CsvCell = string | number | boolean | null | undefined;

/**
 * What a spreadsheet may take for a formula: one of its signs first, behind blanks, invisible marks or quotes
 * as may be. A plain number is none, whatever its sign.
 */
const formula = /^(?!-?\d+(\.\d+)?$)'*(?:[\t\r]|[\s\p{Cf}\p{Cc}]*[=+\-@|%＝＋－＠])/u;

/**
 * What a spreadsheet would read as a number and write down as another text: leading zeros, more digits than it shows,
 * an exponent. References, ids and phone numbers are such; figures are not.
 */
const changedDigits = /^(?:0\d+|\d{12,}|\d+[eE]\d+)$/;

/** A cell as spreadsheets leave it alone: text behind an apostrophe can't run, digits behind a tab stay the digits they are. */
const guarded = (cell: string): string => (formula.test(cell) ? `'${cell}` : changedDigits.test(cell) ? `\t${cell}` : cell);

/** The text that `guarded` was given. */
function unguarded(cell: string): string {
  const rest = cell.slice(1);
  return (cell.startsWith("'") && formula.test(rest)) || (cell.startsWith("\t") && changedDigits.test(rest)) ? rest : cell;
}

/**
 * A table as CSV (RFC 4180): every cell comes back from `readCsv` as the text that went in, none can run as a formula,
 * and long digits stay as they are where a spreadsheet opens it.
 */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  Papa.unparse(
    rows.map((row) => row.map((cell) => (cell === null || cell === undefined ? "" : guarded(String(cell))))),
    { newline: "\r\n", quotes: (cell: unknown) => typeof cell === "string" && /^['\t]/.test(cell) },
  );

/** Text that stays on one line and in one cell, wherever it is pasted, and can't run there as a formula. */
export function pasteable(text: string): string {
  const flat = text.replaceAll(/[\t\n\v\f\r\x85\u2028\u2029]+/g, " ");
  return formula.test(flat) ? `'${flat}` : flat;
}

const pastedCell = (cell: string): string => (changedDigits.test(cell) ? `'${cell}` : pasteable(cell));

/** A table for a spreadsheet's clipboard: as `csvOf`, but that a tab would be the next cell: what is guarded stands behind an apostrophe. */
export const tsvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  Papa.unparse(
    rows.map((row) => row.map((cell) => (cell === null || cell === undefined ? "" : pastedCell(String(cell))))),
    { delimiter: "\t", newline: "\n" },
  );

/** Pieces of CSV as a file. Its mark tells a spreadsheet that it is UTF-8. */
export const csvFile = (...parts: readonly BlobPart[]): Blob => new Blob(["\uFEFF", ...parts], { type: "text/csv;charset=utf-8" });

export interface ReadCsv {
  readonly rows: string[][];
  /** The line of the file, from 1, on which each row begins. */
  readonly lines: readonly number[];
  /**
   * The first line with a quoted cell that does not end where its quote does; it takes in what follows, so the rows are
   * fewer than the text has.
   */
  readonly looseQuoteLine: number | undefined;
}

const breaksIn = (text: string): number => text.split(/\r\n|\r|\n/).length - 1;

/** The cells of a CSV text, as they were before `csvOf`; empty lines are left out. */
export function parseCsv(marked: string, delimiter = ","): ReadCsv {
  const text = marked.replace(/^\uFEFF/, "");
  const rows: string[][] = [];
  const lines: number[] = [];
  let looseAt: number | undefined;
  let line = 1;
  let from = 0;
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data, errors, meta }) => {
      const loose = errors.find(({ type }) => type === "Quotes");
      if (loose) looseAt ??= loose.index ?? from;
      if (data.length > 1 || data[0] !== "") {
        rows.push(data.map(unguarded));
        lines.push(line);
      }
      line += breaksIn(text.slice(from, meta.cursor));
      from = meta.cursor;
    },
  });
  return { rows, lines, looseQuoteLine: looseAt === undefined ? undefined : breaksIn(text.slice(0, looseAt)) + 1 };
}

/** The cells alone. */
export const readCsv = (text: string, delimiter?: string): string[][] => parseCsv(text, delimiter).rows;
