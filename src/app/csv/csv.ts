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

/** The cells of a CSV text, with the apostrophes of `csvOf` taken away; empty lines are left out. `delimiter` "": found by looking. */
export const readCsv = (text: string, delimiter = ","): string[][] =>
  Papa.parse<string[]>(text, { skipEmptyLines: true, delimiter }).data.map((row) =>
    row.map((cell) => (cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell)),
  );
