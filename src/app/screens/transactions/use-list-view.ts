import { useMemo } from "react";
import { useLocation } from "wouter";
import type { TransactionQuery } from "../../../db/transactions/transaction-query.ts";
import { useSearch } from "../../state/use-search.ts";
import { fromSearch, toSearch } from "./filter-params.ts";

const chartParam = "chart";
const oldestParam = "oldest";

interface ListView {
  readonly filter: TransactionQuery;
  /** Identifies the filter, whose object identity may change. */
  readonly key: string;
  readonly apply: (filter: TransactionQuery) => void;
  readonly chart: boolean;
  readonly showChart: (show: boolean) => void;
  /** Oldest first (FIND-8). */
  readonly oldest: boolean;
  readonly showOldest: (oldest: boolean) => void;
}

/** The dashboard list's state in the URL: filter, order, and whether the chart is shown. */
export function useListView(): ListView {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const filter = useMemo(() => fromSearch(search), [search]);
  const key = toSearch(filter);
  const params = new URLSearchParams(search);
  const chart = params.has(chartParam);
  // Order by age applies only to pending ones.
  const oldest = params.has(oldestParam) && filter.transactionStatus === "PENDING";
  const go = (query: string, withChart: boolean, replace = false, withOldest = false): void => {
    const whole = [query, withChart ? `${chartParam}=1` : "", withOldest ? `${oldestParam}=1` : ""].filter((part) => part !== "").join("&");
    navigate(whole ? `${path}?${whole}` : path, { replace });
  };
  return {
    filter,
    key,
    // Applying the same filter again adds no history entry.
    apply: (next) => void (toSearch(next) === key || go(toSearch(next), chart, false, oldest)),
    chart,
    showChart: (show) => go(key, show, true, oldest),
    oldest,
    showOldest: (show) => go(key, chart, true, show),
  };
}
