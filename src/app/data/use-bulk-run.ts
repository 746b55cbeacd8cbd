import { useLiveQuery } from "./use-live-query.ts";
import { useEffect, useState } from "react";
import { type BulkRow, type BulkRun, earlierRuns, type RunTally, someFailed, tallyRun } from "../../db/money/bulk-runs.ts";
import { isOver, latestRun, openRun } from "../../db/money/open-run.ts";
import { isDriven } from "../../sync/money/bulk-run.ts";
import { useSync } from "./sync-context.ts";

/** How often to look for another tab driving a run, in ms. */
const lookEveryMs = 1000;

/** The open run or the latest one; null if there was none, undefined while loading. */
export function useLatestRun(): BulkRun | null | undefined {
  const { db } = useSync();
  return useLiveQuery(async () => (await latestRun(db)) ?? null, [db]);
}

/** Whether a run is open; undefined while loading. */
export function useIsRunOpen(): boolean | undefined {
  const { db } = useSync();
  return useLiveQuery(async () => (await openRun(db)) !== undefined, [db]);
}

/** The runs before the latest one, latest first. */
export function useEarlierRuns(): readonly BulkRun[] | undefined {
  const { db } = useSync();
  return useLiveQuery(() => earlierRuns(db), [db]);
}

/** Row counts of a run by state, and its open rows. */
export function useRunTally(run: string): { readonly counts: RunTally; readonly open: readonly BulkRow[] } | undefined {
  const { db } = useSync();
  return useLiveQuery(() => tallyRun(db, run), [db, run]);
}

/** The first `limit` rows of a run that were refused or never arrived. */
export function useFailedRows(run: string, limit: number): readonly BulkRow[] | undefined {
  const { db } = useSync();
  return useLiveQuery(() => someFailed(db, run, limit), [db, run, limit]);
}

/** Whether another tab drives an open run. */
export function useDrivenElsewhere(run: BulkRun, isHere: boolean): boolean {
  const { db } = useSync();
  const [isThere, setIsThere] = useState(false);
  const isWatched = !isOver(run) && !isHere;
  useEffect(() => {
    if (!isWatched) return;
    let isCurrent = true;
    const look = async (): Promise<void> => {
      const driven = await isDriven(db);
      if (isCurrent) setIsThere(driven);
    };
    void look();
    const timer = setInterval(() => void look(), lookEveryMs);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [db, isWatched]);
  return isWatched && isThere;
}
