import Papa from "papaparse";

/** A plain decimal, written without a guard. */
interface Figure {
  readonly figure: string;
}

export type CsvCell = string | number | boolean | null | undefined | Figure;

/**
 * What a spreadsheet may run as a formula: starts with a formula sign, possibly after blanks, invisible characters or
 * quotes. Plain numbers, signed or not, are excluded.
 */
const formula = /^(?!-?\d+(\.\d+)?$)'*(?:[\t\r]|[\s\p{Cf}\p{Cc}]*[=+\-@|%＝＋－＠])/u;

const month = "(?:jan|feb|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug|sept?|oct|nov|dec)";

/** Read as a day, a month or an hour, and differently from place to place. Days of ISO 8601 aren't. */
const dateLike =
  "\\d{1,2}[-/]\\d{1,4}(?:[-/]\\d{1,4})?|\\d{4}[-/]\\d{1,2}|\\d{1,2}\\.\\d{1,2}\\.\\d{2,4}|\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]m)?";

/** More digits than the 15 that a spreadsheet keeps, counted without zeros at either end. */
const tooPrecise = /^-?[0.]*[1-9](?:\.?\d){14,}\.?[1-9][0.]*$/;

/**
 * What a spreadsheet would parse as a number or a date and write back differently: leading zeros, too many digits, an
 * exponent, a month with a day. This applies to references, ids, names and phone numbers; figures are passed as `figure`.
 */
const changedDigits = new RegExp(
  `${tooPrecise.source}|^(?:0\\d+|\\d{12,}|\\d+(?:\\.\\d+)?e[-+]?\\d+|${dateLike}|${month}[ -]?\\d{1,4}|\\d{1,2}[ -]?${month}(?:[ -]\\d{2,4})?)$`,
  "i",
);

/** Where a spreadsheet that cuts at semicolons, or at a line break, would begin a formula. */
const formulaWithin = /([;\t\r\n][\s"\p{Cf}\p{Cc}]*)('*)(?=[=+\-@|%＝＋－＠])/gu;

/** Protects a cell from spreadsheets: an apostrophe stops formulas, a tab keeps long digits as text. */
function guarded(text: string): string {
  const cell = text.replaceAll(formulaWithin, "$1'$2");
  return formula.test(cell) ? `'${cell}` : changedDigits.test(cell) ? `\t${cell}` : cell;
}

/** Inverse of `guarded`. */
function unguarded(cell: string): string {
  const rest = cell.slice(1);
  const isGuarded = (cell.startsWith("'") && formula.test(rest)) || (cell.startsWith("\t") && changedDigits.test(rest));
  return (isGuarded ? rest : cell).replaceAll(formulaWithin, (whole, before: string, marks: string) =>
    marks ? before + marks.slice(1) : whole,
  );
}

/** Text that a spreadsheet is to keep as it is, as a formula: `="00123"`. */
const asFormula = /^="((?:[^"]|"")*)"$/;

/** The text that a cell shows. */
const shown = (cell: string): string => {
  const text = asFormula.exec(cell)?.[1];
  return text === undefined ? unguarded(cell) : text.replaceAll('""', '"');
};

/** A time (epoch ms) as files have it: ISO 8601 in UTC. */
export const iso = (at: number): string => new Date(at).toISOString();

/** An amount as a cell that a spreadsheet sums. Text that isn't a plain decimal stays text; so do more digits than a spreadsheet keeps. */
export const figure = (amount: string | null | undefined): CsvCell =>
  amount && /^-?\d+(\.\d+)?$/.test(amount) && !tooPrecise.test(amount) ? { figure: amount } : amount;

const cellText = (cell: CsvCell, guard: (text: string) => string): string =>
  cell === null || cell === undefined ? "" : typeof cell === "object" ? cell.figure : guard(String(cell));

/**
 * A table as CSV (RFC 4180). Cells round-trip through `readCsv`, can't run as formulas, and keep long digits when
 * opened in a spreadsheet.
 */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  Papa.unparse(
    rows.map((row) => row.map((cell) => cellText(cell, guarded))),
    { newline: "\r\n", quotes: (cell: unknown) => typeof cell === "string" && /^['\t]/.test(cell) },
  );

/** Text reduced to one line and one cell, wherever it is pasted, that can't run as a formula. */
export function pasteable(text: string): string {
  const flat = text.replaceAll(/[\t\n\v\f\r\x85\u2028\u2029]+/g, " ");
  return formula.test(flat) ? `'${flat}` : flat;
}

const pastedCell = (cell: string): string => (changedDigits.test(cell) ? `'${cell}` : pasteable(cell));

/** A table for a spreadsheet's clipboard: like `csvOf`, but guarded cells get an apostrophe, as a tab would start the next cell. */
export const tsvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  Papa.unparse(
    rows.map((row) => row.map((cell) => cellText(cell, pastedCell))),
    { delimiter: "\t", newline: "\n" },
  );

/** A CSV file of these parts, with a BOM so spreadsheets read it as UTF-8. */
export const csvFile = (...parts: readonly BlobPart[]): Blob => new Blob(["\uFEFF", ...parts], { type: "text/csv;charset=utf-8" });

export interface ReadCsv {
  readonly rows: string[][];
  /** 1-based line of the file on which each row begins. */
  readonly lines: readonly number[];
  /** First line with a quoted cell that doesn't end at its closing quote; it swallows what follows, so rows are missing. */
  readonly looseQuoteLine: number | undefined;
}

const breaksIn = (text: string): number => text.split(/\r\n|\r|\n/).length - 1;

/** Parses CSV, undoing the guards of `csvOf` and text as formulas; empty lines are left out. */
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
        rows.push(data.map(shown));
        lines.push(line);
      }
      line += breaksIn(text.slice(from, meta.cursor));
      from = meta.cursor;
    },
  });
  return { rows, lines, looseQuoteLine: looseAt === undefined ? undefined : breaksIn(text.slice(0, looseAt)) + 1 };
}

/** Cells only. */
export const readCsv = (text: string, delimiter?: string): string[][] => parseCsv(text, delimiter).rows;
