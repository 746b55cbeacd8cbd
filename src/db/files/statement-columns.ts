import { type Database, readState, writeState } from "../store/database.ts";

const keptAtMost = 20;

/** The last column mapping used for a header; undefined if there is none. Rejects with the database's error. */
export const readStatementColumns = async (db: Database, head: string): Promise<unknown> =>
  (await readState(db, "statementColumns"))?.find((one) => one.head === head)?.mapping;

/** Remembers a header's column mapping until sign-out. Rejects with the database's error. */
export async function keepStatementColumns(db: Database, head: string, mapping: unknown): Promise<void> {
  await db.transaction("rw", db.state, async () => {
    const before = (await readState(db, "statementColumns")) ?? [];
    await writeState(db, "statementColumns", [{ head, mapping }, ...before.filter((one) => one.head !== head)].slice(0, keptAtMost));
  });
}
