import { fundCurrencies } from "../../../contract/currencies.ts";
import { parseJson } from "../../../contract/json.ts";
import { plainText, searchText } from "../../../contract/text.ts";
import { type BulkField, bulkFields, type BulkOperation, type FileRow, mostRows } from "../../../db/money/bulk/file-row.ts";
import { decodeText } from "../../csv/decode-text.ts";
import { isJson } from "../../csv/is-json.ts";
import { repeatedKey } from "../../csv/repeated-key.ts";
import { cutTable, filledIn, otherTables, type TableRow } from "../../csv/table.ts";
import { cutFigure, type DecimalMark, isForeignHead, isScaledHead, isTextColumn } from "../../csv/figures.ts";
import { readFigures } from "./figures.ts";

interface SheetRow {
  /** 1-based: line of the file, or index in a JSON list. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Columns whose cells are JSON numbers. */
  readonly numbers?: ReadonlySet<number>;
  readonly problem?: FileRow["problem"];
}

/** A file split into cells. */
export interface Sheet {
  /** Column names; empty if the file has no header. */
  readonly head: readonly string[];
  readonly width: number;
  readonly rows: readonly SheetRow[];
  /** Rows are numbered by index in a JSON list, not by line. */
  readonly isList: boolean;
  /** Cells of a usual row; undefined if it isn't cut at commas. */
  readonly usual: number | undefined;
}

export type ReadFile =
  | { readonly is: "sheet"; readonly sheet: Sheet }
  | { readonly is: "unreadable" | "empty" | "not a list" }
  /** Ambiguous, as a name occurs twice. `line`: of the second occurrence. */
  | { readonly is: "twice"; readonly name: string; readonly line: number }
  | { readonly is: "loose quote"; readonly line: number }
  | { readonly is: "too many"; readonly count: number };

/** The 0-based column of each field, and values for all rows where no column has them. */
export interface Mapping {
  readonly places: Readonly<Record<BulkField, number | undefined>>;
  readonly onlyCurrency: string;
  readonly onlyOperation: BulkOperation | "";
  /** "" if the figures themselves are unambiguous. */
  readonly decimalMark: DecimalMark | "";
}

const names: Readonly<Record<BulkField, RegExp>> = {
  email: /e-?mail|correo|courriel/i,
  amount: /amount|\bsum\b|montant|importe|monto|cantidad/i,
  currency: /currency|\bccy\b|\basset\b|\bcoin\b|devise|moneda|divisa/i,
  operation: /operation|\baction\b|op[ée]ration|operaci[óo]n/i,
  reason: /reason|\bmotif\b|\bmotivo\b|raison/i,
  note: /\bnotes?\b|remarks?|comment|\bnotas?\b|remarque/i,
};

/** The only column whose name fits; undefined if none or several do. */
function placeOf(field: BulkField, head: readonly string[]): number | undefined {
  const exact = head.flatMap((cell, place) => (searchText(cell) === field ? [place] : []));
  const near = head.flatMap((cell, place) => (names[field].test(cell) ? [place] : []));
  const found = exact.length > 0 ? exact : near;
  return found.length === 1 ? found[0] : undefined;
}

const isNamed = (cell: string): boolean => Object.values(names).some((name) => name.test(plainText(cell)));
const holdsEmail = (cells: readonly string[]): boolean => cells.some((cell) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(plainText(cell)));
const holdsFigure = (cells: readonly string[]): boolean => cells.some((cell) => /^[\d.,'’ ]*\d$/u.test(plainText(cell)));
/** Data, not names of columns. */
const holdsData = (cells: readonly string[]): boolean => holdsEmail(cells) || holdsFigure(cells);
const isHead = (cells: readonly string[]): boolean => !holdsEmail(cells) && cells.filter(isNamed).length >= 2;

/** Number of fields that cells name. */
const fieldsIn = (cells: readonly string[]): number =>
  bulkFields.filter((field) => cells.some((cell) => names[field].test(plainText(cell)))).length;

/** Maximum lines of titles above a header. */
const titlesAtMost = 30;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "";
const isNested = (value: unknown): boolean => typeof value === "object" && value !== null;

/** The first name that occurs twice, ignoring case. */
const nameTwice = (head: readonly string[]): string | undefined =>
  head.find((name, at) => name !== "" && head.findIndex((one) => searchText(one) === searchText(name)) < at);

const limited = (sheet: Sheet): ReadFile => {
  const count = sheet.rows.length;
  return count === 0 ? { is: "empty" } : count > mostRows ? { is: "too many", count } : { is: "sheet", sheet };
};

function readJson(text: string): ReadFile {
  let parsed: unknown;
  try {
    parsed = parseJson(text);
  } catch {
    return { is: "unreadable" };
  }
  const list = isObject(parsed) ? parsed["rows"] : parsed;
  if (!Array.isArray(list)) return { is: "not a list" };
  const again = repeatedKey(text);
  if (again) return { is: "twice", name: again.key, line: again.line };
  const fieldsOf = (item: unknown): readonly (readonly [string, unknown])[] =>
    isObject(item) ? Object.entries(item).map(([name, value]) => [plainText(name), value] as const) : [];
  const head = [...new Set(list.flatMap((item: unknown) => fieldsOf(item).map(([name]) => name)))];
  const twice = nameTwice(head);
  if (twice !== undefined) return { is: "twice", name: twice, line: 1 };
  const rows = list.flatMap((item: unknown, at): SheetRow[] => {
    const fields = new Map(fieldsOf(item));
    const values = head.map((name) => fields.get(name));
    const cells = values.map(textOf);
    const isBlank = (item === null || isObject(item)) && !values.some(isNested) && cells.every((cell) => plainText(cell) === "");
    if (isBlank) return [];
    const numbers = new Set(values.flatMap((value, place) => (typeof value === "number" ? [place] : [])));
    return [{ line: at + 1, cells, numbers, ...(!isObject(item) || values.some(isNested) ? { problem: "rowNested" as const } : {}) }];
  });
  return limited({ head, width: head.length, rows, isList: true, usual: undefined });
}

function readTable(text: string): ReadFile {
  const table = cutTable(text, isHead);
  if (table === undefined) return { is: "empty" };
  const { rows, delimiter, width, looseQuoteLine } = table;
  if (looseQuoteLine !== undefined) return { is: "loose quote", line: looseQuoteLine };
  // Titles may name fields, too. The header names the most.
  const heads = rows.slice(0, titlesAtMost).filter(({ cells }) => isHead(cells));
  const [top] = heads;
  const [named] = heads.sort((a, b) => fieldsIn(b.cells) - fieldsIn(a.cells));
  const wide = rows.findIndex(({ cells }) => filledIn(cells) >= width);
  // Without a header, the first line that isn't a title is data.
  const first = rows.findIndex(({ cells }) => holdsData(cells));
  const isBare = named === undefined && first >= 0 && first <= wide;
  const at = named ? rows.indexOf(named) : wide;
  const head = isBare ? [] : (rows[at]?.cells ?? []).map(plainText);
  const twice = nameTwice(head);
  if (twice !== undefined) return { is: "twice", name: twice, line: rows[at]?.line ?? 1 };
  const body = rows.slice(isBare ? first : at + 1);
  const isOther = otherTables(body, head, (cells) => isHead(cells) && !holdsData(cells));
  const problemOf = ({ cells }: TableRow, place: number): SheetRow["problem"] =>
    isOther[place] === true
      ? "rowHead"
      : cells.some((cell, column) => plainText(cell) !== "" && !isBare && !head[column])
        ? "rowCells"
        : undefined;
  // A title may name who wrote the sheet. An email with a figure is a row, as where the header was sorted with the rows.
  const topAt = top ? rows.indexOf(top) : at;
  const above = isBare ? [] : rows.slice(0, at).filter(({ cells }, place) => holdsEmail(cells) && (place > topAt || holdsFigure(cells)));
  return limited({
    head,
    width: isBare ? body.reduce((most, { cells }) => Math.max(most, cells.length), 0) : head.length,
    rows: [
      ...above.map((row): SheetRow => ({ ...row, problem: "rowHead" })),
      ...body.map((row, place): SheetRow => ({ ...row, problem: problemOf(row, place) })),
    ],
    isList: false,
    usual: delimiter === "," ? head.length || width : undefined,
  });
}

/** Reads a spreadsheet file, JSON, or pasted cells: any encoding and delimiter, with titles above the header. */
export function readBulkFile(bytes: Uint8Array): ReadFile {
  const text = decodeText(bytes)?.replace(/^\uFEFF/, "");
  if (text === undefined) return { is: "unreadable" };
  return isJson(text) ? readJson(text) : readTable(text);
}

/** Whether most cells of a column match. */
const mostly = ({ rows }: Sheet, place: number, is: (cell: string) => boolean): boolean => {
  const filled = rows.map(({ cells }) => plainText(cells[place] ?? "")).filter((cell) => cell !== "");
  return filled.length > 0 && filled.filter(is).length > filled.length / 2;
};

const isFigure = (cell: string): boolean => /^[\d.,'’ ]+$/u.test(cell);
const looks: readonly (readonly [BulkField, (cell: string) => boolean])[] = [
  ["email", (cell) => cell.includes("@")],
  ["currency", (cell) => fundCurrencies.some((one) => one === cell.toUpperCase())],
  ["operation", (cell) => /^(fund|deduct)$/i.test(cell)],
  ["amount", isFigure],
];

/** Guesses the columns by name, else by content. `isSure`: by name alone, complete, and no other figures may be the amounts. */
export function guessMapping(sheet: Sheet): { readonly mapping: Mapping; readonly isSure: boolean } {
  const named = Object.fromEntries(bulkFields.map((field) => [field, placeOf(field, sheet.head)])) as Mapping["places"];
  const taken = new Set(Object.values(named));
  const places = { ...named };
  for (const [field, is] of looks) {
    if (places[field] !== undefined) continue;
    const found = Array.from({ length: sheet.width }, (_, place) => place).filter((place) => !taken.has(place) && mostly(sheet, place, is));
    const [only] = found;
    if (found.length !== 1 || only === undefined) continue;
    places[field] = only;
    taken.add(only);
  }
  const mapping: Mapping = { places, onlyCurrency: "", onlyOperation: "", decimalMark: "" };
  const isComplete = missingIn(mapping).length === 0 && bulkFields.every((field) => places[field] === named[field]);
  // "Gross amount" may stand beside "Net pay".
  const isAmount = searchText(sheet.head[places.amount ?? -1] ?? "") === "amount";
  return {
    mapping,
    isSure: isComplete && (isAmount || !sheet.head.some((_, place) => !taken.has(place) && mostly(sheet, place, isFigure))),
  };
}

/** Fields still to be chosen before rows can be read. */
export const missingIn = ({ places, onlyCurrency, onlyOperation }: Mapping): BulkField[] => [
  ...(places.email === undefined ? ["email" as const] : []),
  ...(places.amount === undefined ? ["amount" as const] : []),
  ...(places.currency === undefined && onlyCurrency === "" ? ["currency" as const] : []),
  ...(places.operation === undefined && onlyOperation === "" ? ["operation" as const] : []),
];

/** Unused columns. */
export const ignoredIn = ({ head }: Sheet, { places }: Mapping): string[] =>
  head.filter((name, place) => name !== "" && !Object.values(places).includes(place));

/** The rows of a sheet, by a complete mapping. */
export function rowsOf(sheet: Sheet, { places, onlyCurrency, onlyOperation, decimalMark }: Mapping): FileRow[] {
  const cell = ({ cells }: SheetRow, field: BulkField): string => {
    const place = places[field];
    return place === undefined ? "" : (cells[place] ?? "");
  };
  const plain = (row: SheetRow, field: BulkField): string => plainText(cell(row, field));
  const beside = (places.amount ?? 0) + 1;
  const besides = sheet.rows.map(({ cells }) => plainText(cells[beside] ?? ""));
  const isGroups = sheet.head.length === 0 && besides.every((cell) => /^(?:\d{3}(?:\.\d+)?)?$/.test(cell));
  const isText = [places.note, places.reason].includes(beside) || isTextColumn(sheet.head[beside] ?? "", besides) || isGroups;
  const cut = ({ cells }: SheetRow): string | undefined => {
    if (sheet.usual === undefined || places.amount === undefined) return undefined;
    // Elsewhere a figure beside the amount may be one of its own.
    return isText || cells.length > sheet.usual ? cutFigure(cells.map(plainText), places.amount) : undefined;
  };
  const isNumber = ({ numbers }: SheetRow): boolean => places.amount !== undefined && numbers?.has(places.amount) === true;
  const amounts = readFigures(
    sheet.rows.map((row) => ({ text: plain(row, "amount"), isNumber: isNumber(row) })),
    decimalMark,
  );
  const amountHead = places.amount === undefined ? "" : (sheet.head[places.amount] ?? "");
  const isOther = (currency: string): boolean => isScaledHead(amountHead) || (currency !== "" && isForeignHead(amountHead, currency));
  return sheet.rows.map((row, at): FileRow => {
    const currency = (places.currency === undefined ? onlyCurrency : plain(row, "currency")).toUpperCase();
    const whole = cut(row);
    const read = isOther(currency) ? ({ is: "other unit", of: amountHead } as const) : (amounts[at] ?? ({ is: "missing" } as const));
    return {
      line: row.line,
      email: plain(row, "email"),
      amountText: whole ?? plain(row, "amount"),
      amount: whole === undefined ? read : { is: "cut" },
      currency,
      operation: places.operation === undefined ? onlyOperation : plain(row, "operation"),
      reason: plain(row, "reason"),
      note: cell(row, "note").trim(),
      problem: row.problem,
    };
  });
}
