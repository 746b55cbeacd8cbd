import { useEffect, useMemo } from "react";
import type { TransactionFilter } from "../../contract/transactions.ts";
import { FilteredList } from "../../sync/filtered-list.ts";
import { TransactionReader } from "../../sync/transaction-reader.ts";
import { allTransactions } from "../../sync/transaction-source.ts";
import { useSync } from "./sync-context.ts";

/**
 * The reader of the transactions under a filter; of all of them when it is empty. Follow `reader.reading`
 * and `reader.source.matching` with `useObservable`.
 */
export function useTransactionReader(filter: TransactionFilter): TransactionReader {
  const sync = useSync();
  const filterKey = JSON.stringify(filter);
  const reader = useMemo(() => {
    // The key stands for the filter, whose identity changes with every render.
    const wanted = JSON.parse(filterKey) as TransactionFilter;
    return new TransactionReader(sync.host, Object.keys(wanted).length === 0 ? allTransactions(sync) : new FilteredList(sync, wanted));
  }, [sync, filterKey]);
  useEffect(() => reader.start(), [reader]);
  return reader;
}
