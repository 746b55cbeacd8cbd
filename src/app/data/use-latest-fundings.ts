import { useLiveQuery } from "./use-live-query.ts";
import type { Attempt } from "../../db/money/journal.ts";
import { latestFundings } from "../../db/money/moved.ts";
import { useSync } from "./sync-context.ts";

/** The latest attempts to move money from this device; undefined while loading. */
export function useLatestFundings(limit: number): readonly Attempt[] | undefined {
  const { db } = useSync();
  return useLiveQuery(() => latestFundings(db, limit), [db, limit]);
}
