import { useCallback } from "react";
import type { ColumnChoice, ColumnTable } from "../../db/desk/columns.ts";
import { keepColumns } from "../../db/desk/keep-columns.ts";
import { useSync } from "./sync-context.ts";

/** Stores a table's columns; rejects with the database's error. */
export function useKeepColumns(): (table: ColumnTable, choice: ColumnChoice | undefined) => Promise<void> {
  const { db } = useSync();
  return useCallback((table, choice) => keepColumns(db, table, choice), [db]);
}
