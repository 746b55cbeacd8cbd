import { sql } from "drizzle-orm";
import type { Db } from "./db/connection.ts";
import { keepMonths } from "./db/months.ts";
import { sweepEvents } from "./events/positions.ts";
import { sweepKeys } from "./http/idempotency.ts";
import { sweepCounters } from "./audit/counters.ts";
import { sweepPasskeys } from "./passkeys/passkeys.ts";
import { sweepPinResets } from "./sessions/pin-resets.ts";
import { sweepSessions } from "./sessions/sessions.ts";
import { sweepThrottles } from "./sessions/throttle.ts";
import { inTurns } from "./turns.ts";

const everyMs = 3600 * 1000;

/**
 * Every change adds a row to the counts, which are folded now and then, and events are deleted after a day; the embedded database
 * has no autovacuum.
 */
const clearTallies = (db: Db) =>
  db.execute(sql`vacuum transaction_days, transaction_kinds, transaction_sums, user_days, user_groups, events`);

/** Hourly until the signal aborts: deletes what has expired, and creates the coming months' partitions. */
export function startSweeping(db: Db, clock: () => Date, signal: AbortSignal): void {
  inTurns({ name: "sweeping", everyMs, db, clock, signal }, async (now) => {
    await sweepKeys(db, now);
    await sweepThrottles(db, now);
    await sweepCounters(db, now);
    await sweepSessions(db, now);
    await sweepPinResets(db, now);
    await sweepPasskeys(db, now);
    await sweepEvents(db, now);
    await keepMonths(db, now);
    await clearTallies(db);
  });
}
