import { type ColumnChoice, type ColumnTable, type KeptColumns, readColumns } from "../../db/desk/columns.ts";
import { useSync } from "./sync-context.ts";
import { useCached } from "./use-cached.ts";

export type { ColumnChoice, ColumnTable };

/** The admin's column choices by table; undefined before the cache has answered. Empty if the cache can't be read. */
export const useKeptColumns = (): KeptColumns | undefined =>
  useCached("columns", useSync(), (db) => readColumns(db).catch((): KeptColumns => ({})));
