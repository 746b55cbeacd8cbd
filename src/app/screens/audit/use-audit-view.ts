import { useMemo } from "react";
import { useLocation } from "wouter";
import { paths } from "../../links.ts";
import { useTimeZone } from "../../state/settings.ts";
import { isOverList } from "../../state/over-list.ts";
import { useSearch } from "../../state/use-search.ts";
import { type AuditTab, type AuditView, searchOf, viewOf } from "./audit-params.ts";

type Change = Partial<Omit<AuditView, "filter">>;

type Go = (change: Change, options?: { readonly replace?: boolean; readonly state?: unknown }) => void;

/** The view in the URL, and how to change it. `first`: default tab. */
export function useAuditView(first?: AuditTab): {
  view: AuditView;
  go: Go;
  /** Closes the open entry; Back then doesn't open it again. */
  closeEntry: () => void;
} {
  const search = useSearch();
  const [, navigate] = useLocation();
  const timeZone = useTimeZone();
  const view = useMemo(() => viewOf(search, first, timeZone), [search, first, timeZone]);
  const go: Go = (change, options) => {
    const query = searchOf({ ...view, ...change });
    // Applying the same filter again adds no history entry.
    navigate(query ? `${paths.audit}?${query}` : paths.audit, { replace: query === searchOf(view), ...options });
  };
  return {
    view,
    go,
    closeEntry: () => (isOverList(history.state) ? history.back() : go({ entry: "" }, { replace: true })),
  };
}
