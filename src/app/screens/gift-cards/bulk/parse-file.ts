import { parseJson } from "../../../../contract/json.ts";
import { parseCsv } from "../../../csv/csv.ts";
import { type CheckedField, figureFields, isFigure, type Problem, type RateDraft } from "../rate-check.ts";

/** What is wrong with a row of a file: in a field, or with the row as a whole. */
export type RowProblems = Partial<Record<CheckedField | "row", Problem>>;

/** A row as the file has it. `problems`: what its draft cannot hold. */
export interface FileRow {
  readonly draft: RateDraft;
  readonly problems: RowProblems;
}

/** `ignored`: what the file's columns or fields are called that no rate has. */
export interface FileRows {
  readonly is: "rows";
  readonly rows: readonly FileRow[];
  readonly ignored: readonly string[];
}

export type ParsedFile =
  | FileRows
  | { readonly is: "unreadable"; readonly as: "json" | "csv" }
  /** `line` counts from 1. How many rows the quote took in cannot be said, so none of them is taken. */
  | { readonly is: "loose quote"; readonly line: number };

/** What the columns of a CSV are called, and the names of a row's fields in JSON. */
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

const text = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" || typeof value === "boolean" ? String(value) : "";

function flagOf(value: unknown): boolean | undefined {
  const word = text(value).toLowerCase();
  if (word === "") return true;
  return ["true", "yes", "1", "active"].includes(word) ? true : ["false", "no", "0", "inactive"].includes(word) ? false : undefined;
}

/** What a list or an object in the place of a value is: it must not pass for an empty one. */
const wrongType = (name: CheckedField): Problem => (name === "isActive" ? "not a flag" : isFigure(name) ? "not a number" : "not text");

function rowOf(fields: Readonly<Record<string, unknown>>): FileRow {
  const nested = columns.filter((name) => typeof fields[name] === "object" && fields[name] !== null);
  const isActive = flagOf(fields["isActive"]);
  const figures = Object.fromEntries(figureFields.map((name) => [name, text(fields[name])])) as Pick<
    RateDraft,
    (typeof figureFields)[number]
  >;
  return {
    draft: {
      ...figures,
      cardType: text(fields["cardType"]).toUpperCase(),
      country: text(fields["country"]).toUpperCase(),
      rateDisplay: text(fields["rateDisplay"]),
      vanillaType: text(fields["vanillaType"]),
      notes: text(fields["notes"]),
      isActive: isActive ?? false,
    },
    problems: {
      ...(isActive === undefined ? { isActive: "not a flag" as const } : {}),
      ...Object.fromEntries(nested.map((name) => [name, wrongType(name)])),
    },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

function fromJson(content: string): ParsedFile {
  let parsed: unknown;
  try {
    parsed = parseJson(content);
  } catch {
    return { is: "unreadable", as: "json" };
  }
  const list = Array.isArray(parsed) ? parsed : isObject(parsed) ? parsed["rates"] : undefined;
  if (!Array.isArray(list)) return { is: "unreadable", as: "json" };
  const rows = list.map((row: unknown) => (isObject(row) ? row : {}));
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return { is: "rows", rows: rows.map(rowOf), ignored: [...names].filter((name) => !columns.some((column) => column === name)) };
}

function fromCsv(content: string): ParsedFile {
  const { rows, looseQuoteLine } = parseCsv(content.replace(/^\uFEFF/, ""), "");
  if (looseQuoteLine !== undefined) return { is: "loose quote", line: looseQuoteLine };
  const [first = [], ...lines] = rows;
  const head = first.map((name) => name.trim());
  const names = head.map((name) => columns.find((column) => column.toLowerCase() === name.toLowerCase()));
  if (!names.includes("cardType") || !names.includes("country") || !names.includes("rate")) return { is: "unreadable", as: "csv" };
  return {
    is: "rows",
    rows: lines.map((cells) => {
      const row = rowOf(Object.fromEntries(cells.flatMap((cell, at) => (names[at] ? [[names[at], cell]] : []))));
      const hasMore = cells.some((cell, at) => cell.trim() !== "" && !head[at]);
      return hasMore ? { ...row, problems: { ...row.problems, row: "too many cells" } } : row;
    }),
    ignored: head.filter((name, at) => name !== "" && !names[at]),
  };
}

/** Reads a file of rates: CSV by its name or type, anything else as JSON (GIFT-7). */
export const parseFile = (content: string, name: string, type: string): ParsedFile =>
  /\.csv$/i.test(name) || type === "text/csv" ? fromCsv(content) : fromJson(content.replace(/^\uFEFF/, ""));
