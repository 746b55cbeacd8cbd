import { useMemo } from "react";
import { useLocation } from "wouter";
import { paths } from "../../links.ts";
import { useSearch } from "../../state/use-search.ts";
import { type ApprovalsView, searchOf, viewOf } from "./approvals-params.ts";

/** The list state in the URL, and how to change it. */
export function useApprovalsView(): { view: ApprovalsView; go: (change: Partial<ApprovalsView>) => void } {
  const search = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => viewOf(search), [search]);
  return {
    view,
    go(change) {
      const query = searchOf({ ...view, ...change });
      // Applying the same filter again adds no history entry.
      navigate(query ? `${paths.approvals}?${query}` : paths.approvals, { replace: query === searchOf(view) });
    },
  };
}
