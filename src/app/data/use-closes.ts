import { useLiveQuery } from "dexie-react-hooks";
import { type DigestedClose, readCloses } from "../../db/money/daily-close.ts";
import { useSync } from "./sync-context.ts";

/** The closes that this session's cache holds, latest first; undefined while they are read. */
export function useCloses(): readonly DigestedClose[] | undefined {
  const { db } = useSync();
  return useLiveQuery(() => readCloses(db), [db]);
}
