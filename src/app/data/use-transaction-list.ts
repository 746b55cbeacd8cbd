import { useEffect, useMemo } from "react";
import type { TransactionQuery } from "../../db/transactions/transaction-query.ts";
import { filteredTransactions } from "../../sync/transactions/later-list.ts";
import { TransactionReader } from "../../sync/transactions/transaction-reader.ts";
import { allTransactions } from "../../sync/transactions/transaction-source.ts";
import { seenOf } from "./seen.ts";
import { useTimeZone } from "../state/settings.ts";
import { useSync } from "./sync-context.ts";

/**
 * Reader of the transactions under a filter, whose dates are days of the chosen time zone; of all transactions if the
 * filter is empty. `oldestFirst` applies only under a filter. Follow `reader.reading` and `reader.source.matching` with
 * `useObservable`.
 */
export function useTransactionReader(filter: TransactionQuery, oldestFirst: boolean): TransactionReader {
  const sync = useSync();
  const timeZone = useTimeZone();
  const filterKey = JSON.stringify(filter);
  const reader = useMemo(() => {
    // Depend on the key, as the filter's identity changes with every render.
    const wanted = JSON.parse(filterKey) as TransactionQuery;
    return Object.keys(wanted).length === 0
      ? new TransactionReader(sync.host, allTransactions(sync), seenOf(sync.db.name)?.window)
      : new TransactionReader(sync.host, filteredTransactions(sync, wanted, timeZone, oldestFirst));
  }, [sync, filterKey, timeZone, oldestFirst]);
  useEffect(() => reader.start(), [reader]);
  return reader;
}
