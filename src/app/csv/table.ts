import { plainText, searchText } from "../../contract/text.ts";
import { parseCsv } from "./csv.ts";

export interface TableRow {
  /** 1-based line on which it begins. */
  readonly line: number;
  /** Cells as in the file. */
  readonly cells: readonly string[];
}

/** The non-empty rows of a text, split at the delimiter that yields the most cells. */
export interface TextTable {
  readonly rows: readonly TableRow[];
  readonly delimiter: string;
  /** Median number of filled cells in a row. */
  readonly width: number;
  /** Start of an unclosed quoted cell; what follows it can't be parsed reliably. */
  readonly looseQuoteLine: number | undefined;
}

const delimiters = [",", ";", "\t", "|"] as const;

const isFilled = (cell: string): boolean => plainText(cell) !== "";
export const filledIn = (cells: readonly string[]): number => cells.filter(isFilled).length;

function cutAt(text: string, delimiter: string): TextTable {
  const { rows, lines, looseQuoteLine } = parseCsv(text, delimiter);
  const filled = rows.map((cells, at) => ({ line: lines[at] ?? at + 1, cells })).filter(({ cells }) => cells.some(isFilled));
  const widths = filled.map(({ cells }) => filledIn(cells)).sort((a, b) => a - b);
  return { rows: filled, delimiter, width: widths[Math.floor(widths.length / 2)] ?? 0, looseQuoteLine };
}

/** Unifies line endings in a text assembled from several machines' parts; quoted cells keep theirs. */
const evenLines = (text: string): string =>
  /\r/.test(text) && /(?<!\r)\n/.test(text) ? text.replaceAll(/"[^"]*"|\r\n?/g, (part) => (part.startsWith('"') ? part : "\n")) : text;

/** Drops blanks before a quoted cell, which would make its quotes part of it. */
const unspaced = (text: string): string =>
  text.replaceAll(/"[^"]*"|(?<=^|[,;\t|]) +(?="[^"]*(?:""[^"]*)*" *(?:[,;\t|]|$))/gm, (part) => part.trimStart());

/**
 * Splits the text of a spreadsheet or a bank into rows: by its `sep=` line, else by the delimiter that gives a row
 * accepted by `isHead`, else by the one that yields the most cells. Undefined if the text has no content.
 */
export function cutTable(text: string, isHead: (cells: readonly string[]) => boolean): TextTable | undefined {
  const told = /^\uFEFF?"?sep=(.)"?[,;\t]*(?:\r|\n)/i.exec(text)?.[1];
  // Joined files have a byte-order mark at the start of each part, where it would make a cell's quotes part of it.
  const body = unspaced(evenLines((told === undefined ? text : text.replace(/^[^\r\n]*/, "")).replaceAll(/^\uFEFF/gm, "")));
  if (body.trim() === "") return undefined;
  const cuts = (told === undefined ? delimiters : [told]).map((delimiter) => cutAt(body, delimiter));
  const fitting = cuts.filter(({ rows }) => rows.some(({ cells }) => isHead(cells)));
  return (fitting.length > 0 ? fitting : cuts).reduce((a, b) => (b.width > a.width ? b : a));
}

/** Whether each row below `head` stands below another one: with other names, or with these below a title of its own. */
export function otherTables(body: readonly TableRow[], head: readonly string[], isHead: (cells: readonly string[]) => boolean): boolean[] {
  const nameOf = (cells: readonly string[]): string => searchText(cells.join("\t"));
  let isOther = false;
  return body.map(({ cells }, place) => {
    if (isHead(cells)) {
      const isTitled = place > 0 && filledIn(body[place - 1]?.cells ?? []) === 1;
      isOther = isTitled || nameOf(cells) !== nameOf(head);
    }
    return isOther;
  });
}
