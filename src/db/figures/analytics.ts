import type { Analytics } from "../../contract/analytics.ts";
import { type Database, readState, type StateRecords, writeState } from "../store/database.ts";
import { asOfFollowed } from "../store/followed.ts";
import { noteFetched, readFollowed } from "../store/freshness.ts";

/** Caches the dashboard's figures unless newer ones are cached. `asOf`: when they were requested (epoch ms). */
export async function putAnalytics(db: Database, figures: Analytics, asOf: number): Promise<void> {
  await db.transaction("rw", db.state, async () => {
    const known = await readState(db, "analytics");
    if (known && known.asOf > asOf) return;
    await writeState(db, "analytics", { figures, asOf });
    await noteFetched(db, asOf);
  });
}

/** The figures last fetched, and as of when. */
export async function readAnalytics(db: Database): Promise<StateRecords["analytics"] | undefined> {
  const known = await readState(db, "analytics");
  return known && { ...known, asOf: asOfFollowed(await readFollowed(db), known.asOf, "analytics") };
}

/** Caches the user count that a list carried, if any, unless a later list is known. `asOf`: when it was requested (epoch ms). */
export async function keepUserTotal(db: Database, total: number | undefined, asOf: number): Promise<void> {
  await db.transaction("rw", db.state, async () => {
    const known = await readState(db, "users");
    if (!known || known.asOf <= asOf) await writeState(db, "users", { total, asOf });
  });
}

/** "Total Users" when the analytics have none (DASH-1): the host's count, else the number of cached users. */
export async function userTotal(db: Database): Promise<number | undefined> {
  const known = await readState(db, "users");
  return known && (known.total ?? (await db.users.count()));
}
