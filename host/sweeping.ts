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

/** The counts grow by a row with every change, and are folded now and then, and events go after a day; the embedded database doesn't clear that away by itself. */
const clearTallies = (db: Db) => db.execute(sql`vacuum transaction_days, transaction_kinds, transaction_sums, user_days, events`);

/** Once an hour forgets what has run out, and makes the coming months' partitions, until the signal aborts. */
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
