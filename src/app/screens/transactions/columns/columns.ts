import type { Column } from "../../../lists/columns/column-choice.ts";
import type { ColumnName } from "../column-names.ts";

/** The list's columns in default order, with their width shares. */
export const transactionColumns: readonly Column<ColumnName>[] = [
  { name: "user", width: 150 },
  { name: "type", width: 130 },
  { name: "detail", width: 190 },
  { name: "amount", width: 170 },
  { name: "status", width: 108 },
  { name: "reference", width: 124 },
  { name: "date", width: 100 },
];
