import { useEffect, useState } from "react";
import type { TransactionQuery } from "../../../../db/transactions/transaction-query.ts";
import { isWithin, type Stretch } from "../../../../db/store/coverage.ts";
import { followWrites } from "../../../../db/transactions/transaction-list.ts";
import type { HourTally } from "../../../../db/transactions/transaction-tally.ts";
import type { TransactionSource } from "../../../../sync/transactions/transaction-source.ts";
import type { Sync } from "../../../../sync/start-sync.ts";
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

/** Rows come in bursts: they are counted this long after the first, in ms. */
const settleMs = 400;

const everything: Stretch = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };

/**
 * Whether users are verified is cached for few of them, and a status changes without the cache hearing of it. So of such a filter the
 * host's rows count, as far as they are loaded; of a status, beyond that what is cached. Without the host, the cache may lack any row
 * of verified users.
 */
async function ofHost(search: Sync["search"], source: TransactionSource, filter: TransactionQuery, timeZone: string) {
  const isVerified = Boolean(filter.userVerificationStatus);
  if (source.matching.get().is !== "host")
    return [await search.tally(filter, timeZone), isVerified ? [everything] : await source.missing()] as const;
  const [{ items }, missing, cached] = await Promise.all([
    source.readOn(0, Number.POSITIVE_INFINITY),
    source.missing(),
    isVerified ? undefined : search.find(filter, timeZone),
  ]);
  const listed = items.flatMap((item) => (item?.is === "row" ? [item.row.id] : []));
  const beyond = (cached?.keys.slice(0, cached.count) ?? []).filter((key) => missing.some((stretch) => isWithin(stretch)(key)));
  const ids = [...listed, ...beyond.map(({ id }) => id)];
  const counted = { transactionStatus: filter.transactionStatus, ids: ids.join(" ") };
  return [ids.length === 0 ? [] : await search.tally(counted, timeZone), missing] as const;
}

/** Hourly tallies of the cached transactions under a filter; follows the cache. */
export function useActivity(filter: TransactionQuery, source: TransactionSource): Activity {
  const { db, search } = useSync();
  const timeZone = useTimeZone();
  const [latest, setLatest] = useState<{ readonly question: string; readonly activity: Activity }>();
  const filterKey = JSON.stringify(filter);
  const question = `${filterKey} ${timeZone}`;
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let counting = Promise.resolve();
    const show = (activity: Activity): void => {
      if (isCurrent) setLatest({ question, activity });
    };
    const count = (): Promise<void> => {
      timer = undefined;
      // Depend on the key, as the filter's identity changes with every render.
      const asked = JSON.parse(filterKey) as TransactionQuery;
      const isOfHost = asked.userVerificationStatus ?? asked.transactionStatus;
      const counted = isOfHost ? ofHost(search, source, asked, timeZone) : Promise.all([search.tally(asked, timeZone), source.missing()]);
      return counted.then(
        ([hours, missing]) => show({ is: "known", hours, missing }),
        () => show({ is: "broken" }),
      );
    };
    // One count at a time; rows that come during one are counted by the next.
    const countSoon = (): void => {
      timer ??= setTimeout(() => {
        counting = counting.then(count);
      }, settleMs);
    };
    countSoon();
    const unfollow = followWrites(db, countSoon);
    const unsubscribe = source.version.subscribe(countSoon);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      unsubscribe();
      unfollow();
    };
  }, [db, search, question, filterKey, timeZone, source]);
  return latest?.question === question ? latest.activity : { is: "awaited" };
}
