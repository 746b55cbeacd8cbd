import { csvFile, csvOf } from "../../../csv/csv.ts";
import { columns } from "./parse-file.ts";

const example = {
  cardType: "APPLE",
  country: "US",
  rate: 1250,
  rateDisplay: "1250",
  physicalRate: 1270,
  ecodeRate: 1190,
  minAmount: 25,
  maxAmount: 500,
  vanillaType: "",
  notes: "Receipt required",
  isActive: true,
} as const;

/** A file with one example row, in the upload's format. */
export const template = (kind: "json" | "csv"): Blob =>
  kind === "json"
    ? new Blob([`${JSON.stringify({ rates: [example] }, null, 2)}\n`], { type: "application/json" })
    : csvFile(csvOf([columns, columns.map((column) => example[column])]));
