import { type ColumnChoice, type ColumnTable, type KeptColumns, readColumns } from "../../db/desk/columns.ts";
import { useSync } from "./sync-context.ts";
import { useCached } from "./use-cached.ts";

export type { ColumnChoice, ColumnTable };

/** The columns that the admin has chosen, by table; undefined before the cache has answered. A cache that can't be read has none. */
export const useKeptColumns = (): KeptColumns | undefined =>
  useCached("columns", useSync(), (db) => readColumns(db).catch((): KeptColumns => ({})));
