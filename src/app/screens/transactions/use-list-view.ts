import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import type { TransactionQuery } from "../../../db/transaction-query.ts";
import { fromSearch, toSearch } from "./filter-params.ts";

const chartParam = "chart";

interface ListView {
  readonly filter: TransactionQuery;
  /** Stands for the filter, whose identity may change without it. */
  readonly key: string;
  readonly apply: (filter: TransactionQuery) => void;
  readonly chart: boolean;
  readonly showChart: (show: boolean) => void;
}

/** What the URL says of the dashboard's list: its filter, and whether the chart stands above it. */
export function useListView(): ListView {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const filter = useMemo(() => fromSearch(search), [search]);
  const key = toSearch(filter);
  const chart = new URLSearchParams(search).has(chartParam);
  const go = (query: string, withChart: boolean, replace = false): void => {
    const whole = [query, withChart ? `${chartParam}=1` : ""].filter((part) => part !== "").join("&");
    navigate(whole ? `${path}?${whole}` : path, { replace });
  };
  return {
    filter,
    key,
    // The same once more is no step for the back button.
    apply: (next) => void (toSearch(next) === key || go(toSearch(next), chart)),
    chart,
    showChart: (show) => go(key, show, true),
  };
}
