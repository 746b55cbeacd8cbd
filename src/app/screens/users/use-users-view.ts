import { useMemo } from "react";
import { useLocation } from "wouter";
import { paths } from "../../links.ts";
import { useSearch } from "../../state/use-search.ts";
import { searchOf, type UserFilterDraft, type UsersView, viewOf } from "./users-params.ts";

type Change = Partial<Pick<UsersView, "draft" | "sort" | "page" | "pageSize">>;

/** The list state in the URL, and how to change it. Any change but a page turn goes to the first page (USER-5). */
export function useUsersView(): {
  view: UsersView;
  go: (change: Change, options?: { replace: boolean }) => void;
  /** Whether the draft equals the applied filters. */
  isSame: (draft: UserFilterDraft) => boolean;
} {
  const search = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => viewOf(search), [search]);
  const to = (change: Change): string => searchOf({ ...view, page: 1, ...change });
  return {
    view,
    go(change, options) {
      const query = to(change);
      navigate(query ? `${paths.users}?${query}` : paths.users, options);
    },
    isSame: (draft) => to({ draft }) === searchOf(view),
  };
}
