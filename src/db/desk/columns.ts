import { type Database, readState } from "../store/database.ts";

/** Tables with configurable columns. */
export type ColumnTable = "transactions" | "users";

/** An admin's columns of a table: order, visibility and widths. Names unknown to the table are ignored. */
export interface ColumnChoice {
  /** All columns, hidden ones included. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Width shares, in px as measured; empty: defaults. */
  readonly widths: Readonly<Record<string, number>>;
}

/** Choices by table; a missing one means the default columns. */
export type KeptColumns = { readonly [Table in ColumnTable]?: ColumnChoice };

/**
 * The columns of the list at an address: those of the view saved for it, else the admin's own. Deleted with the cache at sign-out.
 * Rejects with the database's error.
 */
export async function readColumns(db: Database, href?: string): Promise<KeptColumns> {
  const columns = (await readState(db, "savedViews"))?.find((view) => view.href === href)?.columns;
  if (!columns) return (await readState(db, "columns")) ?? {};
  return columns === "usual" ? {} : { transactions: columns, users: columns };
}
