import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { throttles } from "../db/schema.ts";
import { Refusal } from "../http/refusal.ts";
import { networkOf } from "./network.ts";

/** So many tries within the window; the window starts again with each try that was let through. */
interface Limit {
  readonly subject: string;
  readonly tries: number;
  readonly windowS: number;
}

/** Five wrong PINs lock an account for a quarter of an hour. */
export const accountLimit = (email: string): Limit => ({ subject: `account:${email.toLowerCase()}`, tries: 5, windowS: 900 });
/** Thirty failures within five minutes shut an address out. */
export const addressLimit = (address: string): Limit => ({ subject: `address:${networkOf(address)}`, tries: 30, windowS: 300 });
/** An email is asked a new PIN for five times within a quarter of an hour, whether it is an admin's or not: who floods a mailbox is stopped. */
export const resetLimit = (email: string): Limit => ({ subject: `reset:${email.toLowerCase()}`, tries: 5, windowS: 900 });

/**
 * Counts a try before it is made, so that tries side by side can't slip past the limit; `forgive` takes it
 * back when it succeeds. Throws 429 with Retry-After once the limit is used up.
 */
export async function countTry(db: Db, limits: readonly Limit[], now: Date): Promise<void> {
  for (const { subject, tries, windowS } of limits) {
    const until = new Date(now.getTime() + windowS * 1000);
    const [row] = await db
      .insert(throttles)
      .values({ subject, tries: 1, until })
      .onConflictDoUpdate({
        target: throttles.subject,
        set: {
          tries: sql`case when ${throttles.until} <= ${now.toISOString()}::timestamptz then 1 else ${throttles.tries} + 1 end`,
          until: sql`case when ${throttles.until} > ${now.toISOString()}::timestamptz and ${throttles.tries} >= ${tries} then ${throttles.until} else ${until.toISOString()}::timestamptz end`,
        },
      })
      .returning();
    if (row !== undefined && row.tries > tries) {
      const waitS = Math.max(1, Math.ceil((row.until.getTime() - now.getTime()) / 1000));
      const minutes = Math.ceil(waitS / 60);
      throw new Refusal(
        429,
        `Too many attempts. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
        {},
        { "Retry-After": String(waitS) },
      );
    }
  }
}

/** Lets an account start afresh. */
export async function openAccount(db: Db, email: string): Promise<void> {
  await db.delete(throttles).where(eq(throttles.subject, accountLimit(email).subject));
}

/** Takes back a try that succeeded: the account starts afresh, the address gets its one try back. */
export async function forgive(db: Db, email: string, address: Limit): Promise<void> {
  await openAccount(db, email);
  await db
    .update(throttles)
    .set({ tries: sql`greatest(${throttles.tries} - 1, 0)` })
    .where(eq(throttles.subject, address.subject));
}

/** Forgets windows that are over. */
export async function sweepThrottles(db: Db, now: Date): Promise<void> {
  const over = await db.select({ subject: throttles.subject }).from(throttles).where(lte(throttles.until, now)).limit(1000);
  if (over.length === 0) return;
  const subjects = over.map((row) => row.subject);
  await db.delete(throttles).where(and(inArray(throttles.subject, subjects), lte(throttles.until, now)));
}
