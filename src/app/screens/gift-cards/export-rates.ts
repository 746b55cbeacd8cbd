import { csvFile, csvOf } from "../../csv/csv.ts";
import type { GiftCardRate } from "../../data/use-gift-cards.ts";

/** Columns of the export, in the document's order (GIFT-8). */
const columns = ["id", "cardType", "country", "rate", "rateDisplay", "isActive", "createdAt"] as const;

/** The rates as a CSV file, safe from formula injection. */
export const ratesCsv = (rates: readonly GiftCardRate[]): Blob =>
  csvFile(csvOf([columns, ...rates.map((row) => columns.map((column) => row[column] ?? ""))]));
