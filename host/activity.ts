import { inArray, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Db } from "./db/connection.ts";
import { rows } from "./db/rows.ts";
import { transactions } from "./db/schema.ts";
import { insertTransactions } from "./seed/demo-data.ts";
import { mailHosts } from "./seed/names.ts";
import { Random } from "./seed/random.ts";
import { seedTransactions } from "./seed/transactions.ts";
import { inTurns } from "./turns.ts";

/** ms; about the rate of a quiet platform. */
const pauseMs = 20_000;

const person = v.object({ id: v.string(), username: v.string() });

/** Demonstration users, by the domains of their mail, which nobody can have (RFC 2606). */
const isDemo = sql`split_part(email, '@', 2) in ${mailHosts}`;

/**
 * One step: insert a transaction between two random demonstration users and settle their oldest unsettled one. Leaves real users
 * alone, also where ACTIVITY was switched on beside them.
 */
export async function stepActivity(db: Db, random: Random, now: Date): Promise<void> {
  const people = await rows(
    db,
    person,
    sql`select id, username from users where deleted_at is null and ${isDemo} order by random() limit 2`,
  );
  if (people.length === 0) return;
  await insertTransactions(db, seedTransactions(random, people, now, now));
  const waiting = await rows(
    db,
    v.object({ id: v.string() }),
    sql`
      select t.id from transactions t join users on users.id = t.user_id
      where t.status in ('PENDING', 'PROCESSING') and ${isDemo} order by t.created_at limit 1`,
  );
  if (waiting.length === 0) return;
  await db
    .update(transactions)
    .set({ status: random.chance(0.9) ? "SUCCESSFUL" : "FAILED", updatedAt: now })
    .where(
      inArray(
        transactions.id,
        waiting.map((row) => row.id),
      ),
    );
}

/** Keeps demonstration data alive until the signal aborts. */
export function startActivity(db: Db, clock: () => Date, signal: AbortSignal): void {
  const random = new Random(clock().getTime());
  inTurns({ name: "activity", everyMs: pauseMs, db, clock, signal }, (now) => stepActivity(db, random, now));
}
