import Papa from "papaparse";

export type CsvCell = string | number | boolean | null | undefined;

/**
 * What a spreadsheet may take for a formula: one of its signs first, behind blanks, invisible marks or quotes
 * as may be. A plain number is none, whatever its sign.
 */
const formula = /^(?!-?\d+(\.\d+)?$)'*(?:[\t\r]|[\s\p{Cf}\p{Cc}]*[=+\-@|%＝＋－＠])/u;

/**
 * A table as CSV (RFC 4180): every cell comes back as the text that went in, none can run as a formula.
 * A cell that a spreadsheet would take for one gets an apostrophe before it, which `readCsv` takes away.
 */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  Papa.unparse(
    rows.map((row) => row.map((cell) => (cell === null || cell === undefined ? "" : String(cell)))),
    { newline: "\r\n", escapeFormulae: formula },
  );

const lineOf = (text: string, index: number): number => text.slice(0, index).split(/\r\n|\r|\n/).length;

/**
 * The cells of a CSV text, with the apostrophes of `csvOf` taken away; empty lines are left out. `delimiter` "": found by
 * looking. `looseQuoteLine`: the first line, from 1, with a quoted cell that does not end where its quote does; it takes
 * in what follows, so the rows are fewer than the text has.
 */
export function parseCsv(text: string, delimiter = ","): { rows: string[][]; looseQuoteLine: number | undefined } {
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: true, delimiter });
  const loose = errors.find(({ type }) => type === "Quotes");
  return {
    rows: data.map((row) => row.map((cell) => (cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell))),
    looseQuoteLine: loose && lineOf(text, loose.index ?? 0),
  };
}

/** The cells alone. */
export const readCsv = (text: string, delimiter?: string): string[][] => parseCsv(text, delimiter).rows;
