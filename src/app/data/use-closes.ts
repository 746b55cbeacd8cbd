import { useLiveQuery } from "./use-live-query.ts";
import { type DigestedClose, readCloses } from "../../db/money/daily-close.ts";
import { useSync } from "./sync-context.ts";

/** The closes in this session's cache, latest first; undefined while loading. */
export function useCloses(): readonly DigestedClose[] | undefined {
  const { db } = useSync();
  return useLiveQuery(() => readCloses(db), [db]);
}
