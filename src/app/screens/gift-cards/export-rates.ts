import { csvOf } from "../../csv/csv.ts";
import type { GiftCardRate } from "../../data/use-gift-cards.ts";

/** The columns of the export, in the document's order (GIFT-8). */
const columns = ["id", "cardType", "country", "rate", "rateDisplay", "isActive", "createdAt"] as const;

/** The rates as CSV, formula-safe. */
export const ratesCsv = (rates: readonly GiftCardRate[]): string =>
  csvOf([columns, ...rates.map((row) => columns.map((column) => row[column] ?? ""))]);
