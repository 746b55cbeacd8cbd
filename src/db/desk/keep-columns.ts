import { type ColumnChoice, type ColumnTable, readColumns } from "./columns.ts";
import { type Database, writeState } from "../store/database.ts";

/** Saves a table's columns; undefined: defaults. Rejects with the database's error. */
export async function keepColumns(db: Database, table: ColumnTable, choice: ColumnChoice | undefined): Promise<void> {
  await db.transaction("rw", db.state, async () => {
    const { [table]: _, ...others } = await readColumns(db);
    await writeState(db, "columns", choice ? { ...others, [table]: choice } : others);
  });
}
