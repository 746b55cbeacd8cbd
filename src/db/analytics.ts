import { type Database, readState, type StateRecords } from "./database.ts";

/** The figures last fetched, and as of when. */
export const readAnalytics = (db: Database): Promise<StateRecords["analytics"] | undefined> => readState(db, "analytics");

/** The number to show for "Total Users" when the analytics have none (DASH-1): the host's count, else the cached users'. */
export async function userTotal(db: Database): Promise<number | undefined> {
  const known = await readState(db, "users");
  return known && (known.total ?? (await db.users.count()));
}
