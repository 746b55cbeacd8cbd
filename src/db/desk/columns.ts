import { type Database, readState } from "../store/database.ts";

/** The tables whose columns can be chosen. */
export type ColumnTable = "transactions" | "users";

/** Which columns of a table an admin wants, in which order and how wide. Names that the table doesn't know are passed over. */
export interface ColumnChoice {
  /** All columns, the hidden ones too. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** The shares of the width, as px when they were measured; empty: as usual. */
  readonly widths: Readonly<Record<string, number>>;
}

/** What was chosen, by table; a table without a choice has its columns as usual. */
export type KeptColumns = { readonly [Table in ColumnTable]?: ColumnChoice };

/** The admin's columns on this device; they go with the cache at sign-out. Rejects with the database's error. */
export const readColumns = async (db: Database): Promise<KeptColumns> => (await readState(db, "columns")) ?? {};
