import { parseJson } from "../../../../contract/json.ts";
import { readCsv } from "../../../csv/csv.ts";
import { type CheckedField, figureFields, type RateDraft } from "../rate-check.ts";

/** A row as the file has it. `badFlag`: what stands for `isActive` is neither true nor false. */
export interface FileRow {
  readonly draft: RateDraft;
  readonly badFlag: boolean;
}

export type ParsedFile =
  | { readonly is: "rows"; readonly rows: readonly FileRow[] }
  | { readonly is: "unreadable"; readonly as: "json" | "csv" };

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

function rowOf(fields: Readonly<Record<string, unknown>>): FileRow {
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
    badFlag: isActive === undefined,
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
  return { is: "rows", rows: list.map((row: unknown) => rowOf(isObject(row) ? row : {})) };
}

function fromCsv(content: string): ParsedFile {
  const [head, ...lines] = readCsv(content.replace(/^\uFEFF/, ""), "");
  const names = (head ?? []).map((name) => columns.find((column) => column.toLowerCase() === name.trim().toLowerCase()));
  if (!names.includes("cardType") || !names.includes("country") || !names.includes("rate")) return { is: "unreadable", as: "csv" };
  return {
    is: "rows",
    rows: lines.map((cells) => rowOf(Object.fromEntries(cells.flatMap((cell, at) => (names[at] ? [[names[at], cell]] : []))))),
  };
}

/** Reads a file of rates: CSV by its name or type, anything else as JSON (GIFT-7). */
export const parseFile = (content: string, name: string, type: string): ParsedFile =>
  /\.csv$/i.test(name) || type === "text/csv" ? fromCsv(content) : fromJson(content.replace(/^\uFEFF/, ""));
