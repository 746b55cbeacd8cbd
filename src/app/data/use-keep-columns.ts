import { useCallback } from "react";
import type { ColumnChoice, ColumnTable } from "../../db/desk/columns.ts";
import { keepColumns } from "../../db/desk/keep-columns.ts";
import { useSync } from "./sync-context.ts";
import { useHere } from "./use-here.ts";

/** Stores a table's columns, of the view whose list is on screen if there is one; rejects with the database's error. */
export function useKeepColumns(): (table: ColumnTable, choice: ColumnChoice | undefined) => Promise<void> {
  const { db } = useSync();
  const here = useHere();
  return useCallback((table, choice) => keepColumns(db, table, choice, here), [db, here]);
}
