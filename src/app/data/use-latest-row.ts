import { useLiveQuery } from "dexie-react-hooks";
import { useRef } from "react";
import { rowById } from "../../db/row-by-id.ts";
import type { ListItem } from "../../db/list-window.ts";
import { useSync } from "./sync-context.ts";

type Row = Extract<ListItem, { is: "row" }>["row"];

/** A transaction as the cache has it by now, or had it last: one that was cut from the cache hasn't changed by that. */
export function useLatestRow(row: Row): Row {
  const { db } = useSync();
  const last = useRef(row);
  const follow = async (): Promise<Row> => {
    last.current = (await rowById(db, row.id)) ?? last.current;
    return last.current;
  };
  return useLiveQuery(follow, [db, row.id]) ?? row;
}
