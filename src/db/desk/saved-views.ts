import type { ColumnChoice } from "./columns.ts";
import { type Database, readState, writeState } from "../store/database.ts";

/** A filtered list saved under a name. Filters can name users, so it is deleted with the cache at sign-out. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** Path and query. */
  readonly href: string;
  /** The list's columns; missing in views saved before columns were configurable. */
  readonly columns?: ColumnChoice | "usual";
}

export const savedViewsAtMost = 20;

export const readSavedViews = async (db: Database): Promise<readonly SavedView[]> => (await readState(db, "savedViews")) ?? [];

async function change(db: Database, next: (views: readonly SavedView[]) => readonly SavedView[]): Promise<void> {
  await db.transaction("rw", db.state, async () => writeState(db, "savedViews", next(await readSavedViews(db))));
}

/**
 * Appends a view, or updates the name and columns of the one with the same list; false if the limit is reached. Rejects with the
 * database's error.
 */
export async function saveView(db: Database, view: SavedView): Promise<boolean> {
  let isKept = false;
  await change(db, (views) => {
    const known = views.some(({ href }) => href === view.href);
    isKept = known || views.length < savedViewsAtMost;
    if (known) return views.map((one) => (one.href === view.href ? { ...one, ...view, id: one.id } : one));
    return isKept ? [...views, view] : views;
  });
  return isKept;
}

/** False if the view no longer exists, e.g. removed in another tab. Rejects with the database's error. */
export async function renameView(db: Database, id: string, name: string): Promise<boolean> {
  let isThere = false;
  await change(db, (views) => {
    isThere = views.some((view) => view.id === id);
    return views.map((view) => (view.id === id ? { ...view, name } : view));
  });
  return isThere;
}

/** Rejects with the database's error. */
export const removeView = (db: Database, id: string): Promise<void> => change(db, (views) => views.filter((view) => view.id !== id));
