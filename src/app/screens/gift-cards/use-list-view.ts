import { useLocation } from "wouter";
import { useSearch } from "../../state/use-search.ts";
import { type ListView, queryOf, viewFrom } from "./list-view.ts";

/** The view stored in the URL, and how to change it; a change goes to the first page unless it sets one. */
export function useListView(): { view: ListView; change: (to: Partial<ListView>) => void } {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const view = viewFrom(search);
  return {
    view,
    change(to) {
      const query = queryOf({ ...view, page: 1, ...to });
      navigate(query ? `${path}?${query}` : path, { replace: true });
    },
  };
}
