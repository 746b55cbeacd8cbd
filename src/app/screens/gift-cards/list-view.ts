import { paramsOf } from "../../params.ts";
import { searchText } from "../../../contract/text.ts";
import type { GiftCardRate } from "../../data/use-gift-cards.ts";
import { isFigure } from "./rate-check.ts";

export const sortFields = [
  "cardType",
  "country",
  "rate",
  "physicalRate",
  "ecodeRate",
  "minAmount",
  "maxAmount",
  "lastUpdated",
  "updatedBy",
  "isActive",
] as const;
export type SortField = (typeof sortFields)[number];

/** The table's view, as stored in the URL. */
export interface ListView {
  readonly cardType: string;
  readonly search: string;
  readonly sort: SortField | undefined;
  readonly descending: boolean;
  /** 1-based. */
  readonly page: number;
}

/** Rows per page; the documents give no number. */
export const pageSize = 25;

export function viewFrom(query: string): ListView {
  const params = paramsOf(query);
  const page = Number(params.get("page") ?? 1);
  return {
    cardType: params.get("type") ?? "",
    search: params.get("q") ?? "",
    sort: sortFields.find((field) => field === params.get("sort")),
    descending: params.get("dir") === "desc",
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

export function queryOf(view: ListView): string {
  const pairs: [string, string][] = [
    ["type", view.cardType],
    ["q", view.search],
    ["sort", view.sort ?? ""],
    ["dir", view.sort && view.descending ? "desc" : ""],
    ["page", view.page > 1 ? String(view.page) : ""],
  ];
  return new URLSearchParams(pairs.filter(([, value]) => value !== "")).toString();
}

const plain = (text: string | undefined): string => searchText(text ?? "").replaceAll("_", " ");

/** Whether a row matches the search: case-insensitive match in card type, country or rate display (GIFT-2). */
function matches(row: GiftCardRate, search: string): boolean {
  const wanted = plain(search);
  return [row.cardType, row.country, row.rateDisplay ?? row.rate ?? undefined].some((text) => plain(text).includes(wanted));
}

function compare(a: GiftCardRate, b: GiftCardRate, field: SortField): number {
  const [x, y] = [a[field], b[field]];
  // Missing values come last in either direction.
  if (x === undefined || x === null || y === undefined || y === null) return 0;
  return isFigure(field) ? Number(x) - Number(y) : String(x).localeCompare(String(y));
}

/** The rows of a view, sorted; in the host's order if no sort is chosen. */
export function rowsOf(rates: readonly GiftCardRate[], view: ListView): GiftCardRate[] {
  const type = view.cardType.toUpperCase();
  const rows = rates.filter((row) => (type === "" || row.cardType?.toUpperCase() === type) && matches(row, view.search));
  const { sort } = view;
  if (sort === undefined) return rows;
  const known = rows.filter((row) => row[sort] !== undefined && row[sort] !== null);
  const missing = rows.filter((row) => row[sort] === undefined || row[sort] === null);
  known.sort((a, b) => compare(a, b, sort) * (view.descending ? -1 : 1));
  return [...known, ...missing];
}
