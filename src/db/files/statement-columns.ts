import { type Database, readState, writeState } from "../store/database.ts";

const keptAtMost = 20;

/** How the columns under a head were read last; undefined where they never were. Rejects with the database's error. */
export const readStatementColumns = async (db: Database, head: string): Promise<unknown> =>
  (await readState(db, "statementColumns"))?.find((one) => one.head === head)?.mapping;

/** Remembers how the columns under a head are read, for as long as the session. Rejects with the database's error. */
export async function keepStatementColumns(db: Database, head: string, mapping: unknown): Promise<void> {
  await db.transaction("rw", db.state, async () => {
    const before = (await readState(db, "statementColumns")) ?? [];
    await writeState(db, "statementColumns", [{ head, mapping }, ...before.filter((one) => one.head !== head)].slice(0, keptAtMost));
  });
}
