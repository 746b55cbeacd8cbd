import type { ColumnChoice } from "./columns.ts";
import { type Database, readState, writeState } from "../store/database.ts";

/** A list under filters, by the name that the admin gave it. Filters can name users: it goes with the cache at sign-out. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** Path and query. */
  readonly href: string;
  /** The columns that its list had; missing in one that was saved before columns could be chosen. */
  readonly columns?: ColumnChoice | "usual";
}

export const savedViewsAtMost = 20;

export const readSavedViews = async (db: Database): Promise<readonly SavedView[]> => (await readState(db, "savedViews")) ?? [];

async function change(db: Database, next: (views: readonly SavedView[]) => readonly SavedView[]): Promise<void> {
  await db.transaction("rw", db.state, async () => writeState(db, "savedViews", next(await readSavedViews(db))));
}

/**
 * Keeps a view as the last one, or, where the same list is saved already, under its new name and with its columns there; false
 * where there are as many as there may be. Rejects with the database's error.
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

/** False where the view is there no longer, as after another tab has removed it. Rejects with the database's error. */
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
