import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import { type BulkRow, type BulkRun, earlierRuns, type RunTally, someFailed, tallyRun } from "../../db/money/bulk-runs.ts";
import { isOver, latestRun, openRun } from "../../db/money/open-run.ts";
import { isDriven } from "../../sync/money/bulk-run.ts";
import { useSync } from "./sync-context.ts";

/** Another tab that drives a run is looked for this often, in ms. */
const lookEveryMs = 1000;

/** The open run or the latest one; null where there was none, undefined while it is being read. */
export function useLatestRun(): BulkRun | null | undefined {
  const { db } = useSync();
  return useLiveQuery(async () => (await latestRun(db)) ?? null, [db]);
}

/** Whether a run is open; undefined while that is being read. */
export function useIsRunOpen(): boolean | undefined {
  const { db } = useSync();
  return useLiveQuery(async () => (await openRun(db)) !== undefined, [db]);
}

/** The runs before the latest one, latest first. */
export function useEarlierRuns(): readonly BulkRun[] | undefined {
  const { db } = useSync();
  return useLiveQuery(() => earlierRuns(db), [db]);
}

/** How the rows of a run stand. */
export function useRunTally(run: string): { readonly counts: RunTally; readonly open: readonly BulkRow[] } | undefined {
  const { db } = useSync();
  return useLiveQuery(() => tallyRun(db, run), [db, run]);
}

/** The first rows of a run that were refused or never arrived, `limit` at most. */
export function useFailedRows(run: string, limit: number): readonly BulkRow[] | undefined {
  const { db } = useSync();
  return useLiveQuery(() => someFailed(db, run, limit), [db, run, limit]);
}

/** Whether another tab drives a run that is open. */
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
