import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import type { TransactionQuery } from "../../../../db/transactions/transaction-query.ts";
import type { Stretch } from "../../../../db/store/coverage.ts";
import { readFreshness } from "../../../../db/store/freshness.ts";
import type { HourTally } from "../../../../db/transactions/transaction-tally.ts";
import type { TransactionSource } from "../../../../sync/transactions/transaction-source.ts";
import { useSync } from "../../../data/sync-context.ts";
import { useTimeZone } from "../../../state/settings.ts";

export type Activity =
  | { readonly is: "awaited" }
  | { readonly is: "broken" }
  | {
      readonly is: "known";
      readonly hours: readonly HourTally[];
      readonly missing: readonly Stretch[];
    };

/** Debounce for counting rows as they arrive, in ms. */
const settleMs = 400;

/** Hourly tallies of the cached transactions under a filter; follows the cache. */
export function useActivity(filter: TransactionQuery, source: TransactionSource): Activity {
  const { db, search } = useSync();
  const timeZone = useTimeZone();
  const [activity, setActivity] = useState<Activity>({ is: "awaited" });
  // Every fetch of the list changes its freshness, and every streamed change its position.
  const freshness = useLiveQuery(() => readFreshness(db), [db]);
  const state = freshness && JSON.stringify({ ...freshness, followed: freshness.followed?.position });
  const filterKey = JSON.stringify(filter);
  useEffect(() => {
    if (state === undefined) return undefined;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = (): void =>
      // Depend on the key, as the filter's identity changes with every render.
      void Promise.all([search.tally(JSON.parse(filterKey) as TransactionQuery, timeZone), source.missing()]).then(
        ([hours, missing]) => isCurrent && setActivity({ is: "known", hours, missing }),
        () => isCurrent && setActivity({ is: "broken" }),
      );
    const countSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(count, settleMs);
    };
    countSoon();
    const unsubscribe = source.version.subscribe(countSoon);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      unsubscribe();
    };
  }, [search, filterKey, timeZone, state, source]);
  return activity;
}
