import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { log, toldError } from "../operation/log.ts";
import type { Connection, Db } from "./connection.ts";
import { rows } from "./rows.ts";
import { transactionPast } from "./schema.ts";

/** So many days ahead of today a month has its partition. */
const daysAhead = 62;
const dayMs = 24 * 3600 * 1000;
/** So many rows are moved in one transaction: a change of one of them, or anything on the embedded database, waits as long. */
const movedAtOnce = 1000;
/** The pause after a failure, in ms; doubles with each failure in a row, since everybody waits behind the last step while it waits. */
const againFromMs = 1000;
const againAtMostMs = 60_000;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * Makes the missing partitions from `earliest`, by default the first month there is, to two months after `now`, but no further than
 * a year beyond the last one: a clock that is decades ahead would leave more than queries can open.
 */
export async function makeMonths(tx: Db, earliest: Date | undefined, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + daysAhead * dayMs);
  const from = earliest === undefined ? sql`(select min(month) from transaction_months() as month)` : dayOf(earliest);
  const to = sql`least(${dayOf(latest)}::date, (select max(month) + interval '1 year' from transaction_months() as month)::date)`;
  await tx.execute(sql`select keep_transaction_months(${from}::date, ${to})`);
}

/**
 * Makes the partitions of the coming months. Waits at most two seconds for others who use the table, since
 * everybody else would wait behind it; then rejects.
 */
export const keepMonths = (db: Db, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = '2s'`);
    // A clock that is behind makes none.
    await makeMonths(tx, undefined, now);
  });

const step = v.object({ moved: v.nullable(v.number()) });

/** Moves the next rows of an older database into months; false once none is left. */
export const moveSome = (db: Db, atMost = movedAtOnce): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = '5s'`);
    // The last step counts all rows.
    await tx.execute(sql`set local statement_timeout = 0`);
    const [done] = await rows(tx, step, sql`select move_transactions(${atMost}::integer) as moved`);
    return done?.moved !== null;
  });

/**
 * Moves all rows of an older database into months, in the background and at most half of the time, until the signal
 * aborts. Continues where another process, or an earlier start, left off. Failures are logged and retried.
 */
export const moveIntoMonths = (connection: Connection, signal: AbortSignal): Promise<void> =>
  // The last step counts all rows, and the vacuum reads them: longer than a request's connection may be silent.
  connection.patiently((db) => moveAll(db, signal));

async function moveAll(db: Db, signal: AbortSignal): Promise<void> {
  let rest = 0;
  let againMs = againFromMs;
  let has = false;
  for (;;) {
    try {
      await pause(rest, undefined, { signal, ref: false });
      const begun = performance.now();
      if (!(await moveSome(db))) break;
      if (!has) log("info", "moving transactions into months");
      has = true;
      rest = performance.now() - begun;
      againMs = againFromMs;
    } catch (error) {
      if (signal.aborted) return;
      log("error", "moving transactions into months", toldError(error));
      rest = againMs;
      againMs = Math.min(againMs * 2, againAtMostMs);
    }
  }
  if (!has) return;
  log("info", "all transactions are in months");
  // Nothing is known of the new table yet, and reading an index alone needs to know which pages everybody may see.
  await db.execute(sql`vacuum (analyze) transactions`);
}

/** Where the past of the transactions ends; undefined where none was detached. */
export async function pastEnd(db: Db): Promise<Date | undefined> {
  const [past] = await db.select().from(transactionPast);
  return past?.endsAt;
}
