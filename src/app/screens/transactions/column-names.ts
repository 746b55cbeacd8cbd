import type { ReactNode } from "react";

/** The columns of the list, as they usually stand; the row's menu is none. */
export const columnNames = ["user", "type", "detail", "amount", "status", "reference", "date"] as const;
export type ColumnName = (typeof columnNames)[number];

/** The columns as the admin wants them, once that is known. */
export interface ColumnLayout {
  /** The columns that are shown. */
  readonly order: readonly ColumnName[];
  /** What moves the borders between them; stands in the head's row. */
  readonly borders: ReactNode;
}
