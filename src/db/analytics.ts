import type { Analytics } from "../contract/analytics.ts";
import { type Database, readState, type StateRecords, writeState } from "./database.ts";

/** Keeps the dashboard's figures. `asOf`: when they were asked for (epoch ms). */
export const putAnalytics = (db: Database, figures: Analytics, asOf: number): Promise<void> =>
  writeState(db, "analytics", { figures, asOf });

/** The figures last fetched, and as of when. */
export const readAnalytics = (db: Database): Promise<StateRecords["analytics"] | undefined> => readState(db, "analytics");
