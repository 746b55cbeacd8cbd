import type { Database } from "../store/database.ts";
import { unsentRows } from "./open-run.ts";

/** What a sign-out deletes: the open bulk funding, and the number of cases. Rejects with the database's error. */
export async function readAtStake(
  db: Database,
): Promise<{ readonly run: { readonly name: string; readonly count: number } | undefined; readonly cases: number }> {
  const [run, cases] = await Promise.all([unsentRows(db), db.cases.count()]);
  return { run, cases };
}
