import { type ColumnChoice, type ColumnTable, readColumns } from "./columns.ts";
import { readSavedViews } from "./saved-views.ts";
import { type Database, writeState } from "../store/database.ts";

/**
 * Saves a table's columns; undefined: defaults. In a view, if one is saved for the list at `href`. Rejects with the database's error.
 */
export async function keepColumns(db: Database, table: ColumnTable, choice: ColumnChoice | undefined, href?: string): Promise<void> {
  await db.transaction("rw", db.state, async () => {
    const views = await readSavedViews(db);
    if (views.some((view) => view.href === href)) {
      const columns = choice ?? "usual";
      return writeState(
        db,
        "savedViews",
        views.map((view) => (view.href === href ? { ...view, columns } : view)),
      );
    }
    const { [table]: _, ...others } = await readColumns(db);
    await writeState(db, "columns", choice ? { ...others, [table]: choice } : others);
  });
}
