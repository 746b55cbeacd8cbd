import type { ReactNode } from "react";

/** The list's columns in default order, without the row menu. */
export const columnNames = ["user", "type", "detail", "amount", "status", "reference", "date"] as const;
export type ColumnName = (typeof columnNames)[number];

/** The admin's column layout, once known. */
export interface ColumnLayout {
  /** The visible columns. */
  readonly order: readonly ColumnName[];
  /** Drag handles between the columns; rendered in the header row. */
  readonly borders: ReactNode;
}
