import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import type { TransactionFilter } from "../../../contract/transactions.ts";
import { fromSearch, toSearch } from "./filter-params.ts";

/** The filter that the URL holds, and how to change it. */
export function useFilter(): { filter: TransactionFilter; key: string; apply: (filter: TransactionFilter) => void } {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const filter = useMemo(() => fromSearch(search), [search]);
  return {
    filter,
    key: toSearch(filter),
    apply(next) {
      const query = toSearch(next);
      navigate(query ? `${path}?${query}` : path);
    },
  };
}
