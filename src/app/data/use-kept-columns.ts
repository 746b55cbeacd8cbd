import { type ColumnChoice, type ColumnTable, type KeptColumns, readColumns } from "../../db/desk/columns.ts";
import { seenOf } from "./seen.ts";
import { useSync } from "./sync-context.ts";
import { useHere } from "./use-here.ts";
import { useLiveQuery } from "./use-live-query.ts";

export type { ColumnChoice, ColumnTable };

/** The columns of the list on screen; undefined before the cache has answered. Empty if the cache can't be read. */
export function useKeptColumns(): KeptColumns | undefined {
  const { db } = useSync();
  const here = useHere();
  // The first sight shows none.
  return useLiveQuery(() => readColumns(db, here).catch((): KeptColumns => ({})), [db, here], seenOf(db.name) && {});
}
