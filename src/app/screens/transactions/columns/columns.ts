import type { Column } from "../../../lists/columns/column-choice.ts";
import type { ColumnName } from "../column-names.ts";

/** The columns of the list as they usually stand, with their shares where widths are chosen. */
export const transactionColumns: readonly Column<ColumnName>[] = [
  { name: "user", width: 150 },
  { name: "type", width: 130 },
  { name: "detail", width: 190 },
  { name: "amount", width: 170 },
  { name: "status", width: 108 },
  { name: "reference", width: 124 },
  { name: "date", width: 100 },
];
