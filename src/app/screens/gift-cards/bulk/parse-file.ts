import Big from "big.js";
import { parseJson } from "../../../../contract/json.ts";
import { plainText } from "../../../../contract/text.ts";
import { cutFigure, isTextColumn } from "../../../csv/figures.ts";
import { isJson } from "../../../csv/is-json.ts";
import { repeatedKey } from "../../../csv/repeated-key.ts";
import { cutTable, filledIn, otherTables } from "../../../csv/table.ts";
import { readNonNegative } from "../../../ui/read-decimal.ts";
import { readFigures } from "../../bulk/figures.ts";
import { type CheckedField, type FigureField, figureFields, isFigure, type Problem, type RateDraft } from "../rate-check.ts";

/** Problems of a file's row: by field, or with the row as a whole. */
export type RowProblems = Partial<Record<CheckedField | "row", Problem>>;

/** A row as in the file. */
export interface FileRow {
  /** Position, 1-based: the line of a CSV, the index in a JSON list. */
  readonly at: number;
  /** The rate's id, as an export has it; "" without one. */
  readonly id: string;
  readonly draft: RateDraft;
  /** Fields missing from the row: an existing rate keeps its own. */
  readonly absent: readonly CheckedField[];
  /** Problems the draft can't represent. */
  readonly problems: RowProblems;
}

/** `ignored`: names of the file's columns or fields that no rate has. */
export interface FileRows {
  readonly is: "rows";
  readonly rows: readonly FileRow[];
  /** Positions are lines of the file. */
  readonly isByLine: boolean;
  readonly ignored: readonly string[];
}

export type ParsedFile =
  | FileRows
  | { readonly is: "unreadable"; readonly as: "json" | "csv" }
  /** Ambiguous, as a name occurs twice. `line`: 1-based, of the second occurrence. */
  | { readonly is: "twice"; readonly name: string; readonly line: number }
  /** `line`: 1-based. The quote swallows an unknown number of rows, so none is taken. */
  | { readonly is: "loose quote"; readonly line: number };

/** Column names of a CSV, and field names in JSON. */
export const columns = [
  "cardType",
  "country",
  "rate",
  "rateDisplay",
  "physicalRate",
  "ecodeRate",
  "minAmount",
  "maxAmount",
  "vanillaType",
  "notes",
  "isActive",
] as const satisfies readonly CheckedField[];
const known = [...columns, "id"] as const;

const text = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" || typeof value === "boolean" ? String(value) : "";

const plain = (value: unknown): string => plainText(text(value));

/** Spreadsheets write flags in their own language. */
const yes = /^(?:true|yes|1|active|vrai|oui|actif|verdadero|s[ií]|activ[oa])$/i;
const no = /^(?:false|no|0|inactive|faux|non|inactif|falso|inactiv[oa])$/i;

function flagOf(value: unknown): boolean | undefined {
  const word = plain(value);
  return word === "" || yes.test(word) ? true : no.test(word) ? false : undefined;
}

/** Problem of a list or an object in place of a value, which must not pass for empty. */
const wrongType = (name: CheckedField): Problem => (name === "isActive" ? "not a flag" : isFigure(name) ? "not a number" : "not text");

const isNested = (value: unknown): boolean => typeof value === "object" && value !== null;

/** Whether a field is left out; for a flag, empty counts as left out. */
const isAbsent = (fields: Readonly<Record<string, unknown>>, name: CheckedField): boolean =>
  fields[name] === undefined || fields[name] === null || (name === "isActive" && !isNested(fields[name]) && plain(fields[name]) === "");

function rowOf(fields: Readonly<Record<string, unknown>>, at: number): FileRow {
  const nested = columns.filter((name) => isNested(fields[name]));
  const isActive = flagOf(fields["isActive"]);
  const figures = Object.fromEntries(figureFields.map((name) => [name, plain(fields[name])])) as Pick<
    RateDraft,
    (typeof figureFields)[number]
  >;
  return {
    at,
    id: plain(fields["id"]),
    draft: {
      ...figures,
      cardType: plain(fields["cardType"]).toUpperCase(),
      country: plain(fields["country"]).toUpperCase(),
      rateDisplay: plain(fields["rateDisplay"]),
      vanillaType: plain(fields["vanillaType"]),
      notes: text(fields["notes"]),
      isActive: isActive ?? false,
    },
    absent: columns.filter((name) => isAbsent(fields, name)),
    problems: {
      ...(isActive === undefined ? { isActive: "not a flag" as const } : {}),
      ...Object.fromEntries(nested.map((name) => [name, wrongType(name)])),
    },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

const isBlank = (value: unknown): boolean => value === undefined || value === null || (!isNested(value) && plain(value) === "");

/** The column that a name means, in any case. */
const columnOf = (name: string): (typeof known)[number] | undefined => known.find((column) => column.toLowerCase() === name.toLowerCase());

/** A JSON row's fields by their columns, the others by their cleaned names; so are those that differ in case alone. */
function fieldsOf(row: unknown): Record<string, unknown> {
  const fields = isObject(row) ? Object.entries(row).map(([name, value]) => [plainText(name), value] as const) : [];
  const isAlone = (name: string): boolean => fields.filter(([other]) => other.toLowerCase() === name.toLowerCase()).length === 1;
  return Object.fromEntries(fields.map(([name, value]) => [(isAlone(name) ? columnOf(name) : undefined) ?? name, value]));
}

const decimalComma = /^\d+,\d+$/;

/**
 * Reads figures with a decimal comma, and marks those that can be read in two ways, such as 1.270, even where the rest of the
 * column shows which. `isNumber`: of a JSON number, by place and field.
 */
function withFigures(rows: readonly FileRow[], isNumber: (at: number, name: FigureField) => boolean): FileRow[] {
  const read = figureFields.map((name) => {
    const cells = readFigures(
      rows.map(({ draft }, at) => ({ text: draft[name], isNumber: isNumber(at, name) })),
      "",
    );
    return { name, cells };
  });
  return rows.map((row, at) => {
    const problems: RowProblems = {};
    const figures: Partial<Record<FigureField, string>> = {};
    for (const { name, cells } of read) {
      const [cell, text] = [cells[at], row.draft[name]];
      const plainly = readNonNegative(decimalComma.test(text) ? text.replace(",", ".") : text);
      if (plainly.is !== "read") continue;
      if (cell?.is === "two ways" || (cell?.is === "read" && !new Big(cell.amount).eq(plainly.value))) problems[name] = "two ways";
      else if (text.includes(",")) figures[name] = plainly.value;
    }
    return { ...row, draft: { ...row.draft, ...figures }, problems: { ...problems, ...row.problems } };
  });
}

function fromJson(content: string): ParsedFile {
  let parsed: unknown;
  try {
    parsed = parseJson(content);
  } catch {
    return { is: "unreadable", as: "json" };
  }
  const list = Array.isArray(parsed) ? parsed : isObject(parsed) ? parsed["rates"] : undefined;
  if (!Array.isArray(list)) return { is: "unreadable", as: "json" };
  const twice = repeatedKey(content);
  if (twice) return { is: "twice", name: twice.key, line: twice.line };
  const rows = list.map((row: unknown, index) => ({ row, fields: fieldsOf(row), at: index + 1 }));
  const filled = rows.filter(({ row, fields }) => !isBlank(row) && !(isObject(row) && Object.values(fields).every(isBlank)));
  const names = new Set(filled.flatMap(({ fields }) => Object.keys(fields)));
  return {
    is: "rows",
    rows: withFigures(
      filled.map(({ fields, at }) => rowOf(fields, at)),
      (at, name) => typeof filled[at]?.fields[name] === "number",
    ),
    isByLine: false,
    ignored: [...names].filter((name) => !known.some((column) => column === name)),
  };
}

/** The rate column each header cell names. */
const namesIn = (cells: readonly string[]): readonly ((typeof known)[number] | undefined)[] => cells.map((cell) => columnOf(plain(cell)));

function isHead(cells: readonly string[]): boolean {
  const names = namesIn(cells);
  return (["cardType", "country", "rate"] as const).every((name) => names.includes(name));
}

function fromCsv(content: string): ParsedFile {
  const table = cutTable(content, isHead);
  const at = table?.rows.findIndex(({ cells }) => isHead(cells)) ?? -1;
  if (table?.looseQuoteLine !== undefined) return { is: "loose quote", line: table.looseQuoteLine };
  const first = table?.rows[at];
  if (!table || !first) return { is: "unreadable", as: "csv" };
  const head = first.cells.map(plainText);
  const names = namesIn(head);
  const twice = head.find((name, place) => name !== "" && head.findIndex((one) => one.toLowerCase() === name.toLowerCase()) < place);
  if (twice !== undefined) return { is: "twice", name: twice, line: first.line };
  // Rows above the header, as of a sheet that was sorted with it. A title has fewer cells, or no figure.
  const above = table.rows
    .slice(0, at)
    .filter(({ cells }) => filledIn(cells) >= 3 && cells.some((cell) => /^\d[\d.,]*$/.test(plain(cell))));
  const below = table.rows.slice(at + 1);
  const body = [...above, ...below];
  const isOther = [...above.map(() => true), ...otherTables(below, head, isHead)];
  // A comma without quotes cuts "5,000" in two, where a text takes what is behind it.
  const isText = (place: number): boolean => {
    const cells = body.map((row) => plain(row.cells[place]));
    return names[place] === "vanillaType" || isTextColumn(head[place] ?? "", cells);
  };
  const isBeforeText = (place: number): boolean => place >= 0 && isText(place + 1);
  const mayBeCut = table.delimiter === "," ? figureFields.filter((name) => isBeforeText(names.indexOf(name))) : [];
  const rows = body.map(({ cells, line }, index): FileRow => {
    const row = rowOf(Object.fromEntries(cells.flatMap((cell, place) => (names[place] ? [[names[place], cell]] : []))), line);
    const plain = cells.map(plainText);
    const cut = mayBeCut.filter((name) => cutFigure(plain, names.indexOf(name)) !== undefined);
    const hasMore = plain.some((cell, place) => cell !== "" && !head[place]);
    const rowProblem = isOther[index] === true ? "other table" : hasMore ? "too many cells" : undefined;
    const problems: RowProblems = Object.fromEntries(cut.map((name) => [name, "two ways"]));
    return { ...row, problems: { ...problems, ...row.problems, ...(rowProblem ? { row: rowProblem } : {}) } };
  });
  return {
    is: "rows",
    rows: withFigures(rows, () => false),
    isByLine: true,
    ignored: head.filter((name, place) => name !== "" && !names[place]),
  };
}

/** Whether a file is a table, by its name or type: Excel names tab-separated text ".txt". */
const isTable = (name: string, type: string): boolean => /\.(csv|tsv|tab|txt)$/i.test(name) || type === "text/csv";

/** Parses a file of rates: as a table by its name or type, otherwise as JSON (GIFT-7). */
export const parseFile = (content: string, name: string, type: string): ParsedFile => {
  const text = content.replace(/^\uFEFF/, "");
  return isTable(name, type) && !(/\.txt$/i.test(name) && isJson(text)) ? fromCsv(text) : fromJson(text);
};
