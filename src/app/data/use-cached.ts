import { useLiveQuery } from "./use-live-query.ts";
import { answersOf, type FirstAnswers } from "../../db/first-sight/first-sight.ts";
import type { Sync } from "../../sync/start-sync.ts";
import { seenOf } from "./seen.ts";

/** A query used by the first screen: starts with what was painted before the app loaded, then follows the cache. */
export function useCached<K extends keyof FirstAnswers>(
  what: K,
  { db }: Sync,
  query: (db: Sync["db"]) => Promise<FirstAnswers[K]>,
): FirstAnswers[K] {
  const seen = seenOf(db.name);
  return useLiveQuery(() => query(db), [db], seen && answersOf(seen)[what]);
}
