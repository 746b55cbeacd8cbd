import type { Analytics } from "../contract/analytics.ts";
import { readAnalytics } from "./analytics.ts";
import { type Database, writeState } from "./database.ts";
import { noteFetched } from "./freshness.ts";

/** Keeps the dashboard's figures, unless newer ones are kept. `asOf`: when they were asked for (epoch ms). */
export async function putAnalytics(db: Database, figures: Analytics, asOf: number): Promise<void> {
  await db.transaction("rw", db.state, async () => {
    const known = await readAnalytics(db);
    if (known && known.asOf > asOf) return;
    await writeState(db, "analytics", { figures, asOf });
    await noteFetched(db, asOf);
  });
}

/** The host's count of users, where it sent one with a list. */
export const keepUserTotal = (db: Database, total: number | undefined, asOf: number): Promise<void> =>
  writeState(db, "users", { total, asOf });
