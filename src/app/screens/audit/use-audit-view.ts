import { useMemo } from "react";
import { useLocation } from "wouter";
import { paths } from "../../links.ts";
import { useTimeZone } from "../../state/settings.ts";
import { useSearch } from "../../state/use-search.ts";
import { type AuditTab, type AuditView, searchOf, viewOf } from "./audit-params.ts";

type Change = Partial<Omit<AuditView, "filter">>;

/** The view in the URL, and how to change it. `first`: default tab. */
export function useAuditView(first?: AuditTab): { view: AuditView; go: (change: Change, options?: { replace: boolean }) => void } {
  const search = useSearch();
  const [, navigate] = useLocation();
  const timeZone = useTimeZone();
  const view = useMemo(() => viewOf(search, first, timeZone), [search, first, timeZone]);
  return {
    view,
    go(change, options) {
      const query = searchOf({ ...view, ...change });
      navigate(query ? `${paths.audit}?${query}` : paths.audit, options);
    },
  };
}
