import { newId } from "../../db/store/new-id.ts";
import { useLiveQuery } from "./use-live-query.ts";
import { readSavedViews, removeView, renameView, saveView, type SavedView } from "../../db/desk/saved-views.ts";
import { useSync } from "./sync-context.ts";

export type { SavedView };

/** The admin's saved views on this device; undefined before the cache has answered. The verbs reject with the database's error. */
export function useSavedViews() {
  const { db } = useSync();
  return {
    views: useLiveQuery(() => readSavedViews(db), [db]),
    save: (name: string, href: string, columns: SavedView["columns"]) =>
      saveView(db, { id: newId(), name, href, ...(columns !== undefined && { columns }) }),
    rename: (id: string, name: string) => renameView(db, id, name),
    remove: (id: string) => removeView(db, id),
  };
}
