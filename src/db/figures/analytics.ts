import type { Analytics } from "../../contract/analytics.ts";
import { type Database, readState, type StateRecords, writeState } from "../store/database.ts";
import { noteFetched } from "../store/freshness.ts";

/** Keeps the dashboard's figures, unless newer ones are kept. `asOf`: when they were asked for (epoch ms). */
export async function putAnalytics(db: Database, figures: Analytics, asOf: number): Promise<void> {
  await db.transaction("rw", db.state, async () => {
    const known = await readAnalytics(db);
    if (known && known.asOf > asOf) return;
    await writeState(db, "analytics", { figures, asOf });
    await noteFetched(db, asOf);
  });
}

/** The figures last fetched, and as of when. */
export const readAnalytics = (db: Database): Promise<StateRecords["analytics"] | undefined> => readState(db, "analytics");

/** The host's count of users, where it sent one with a list. */
export const keepUserTotal = (db: Database, total: number | undefined, asOf: number): Promise<void> =>
  writeState(db, "users", { total, asOf });

/** The number to show for "Total Users" when the analytics have none (DASH-1): the host's count, else the cached users'. */
export async function userTotal(db: Database): Promise<number | undefined> {
  const known = await readState(db, "users");
  return known && (known.total ?? (await db.users.count()));
}
