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

/** The admin's columns on this device; deleted with the cache at sign-out. Rejects with the database's error. */
export const readColumns = async (db: Database): Promise<KeptColumns> => (await readState(db, "columns")) ?? {};
