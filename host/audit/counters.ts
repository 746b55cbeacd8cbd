import Big from "big.js";
import { and, eq, lte, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { auditCounters, fundingSizes } from "../db/schema.ts";
import { networkOf } from "../sessions/network.ts";
import { countedEmail } from "../sessions/throttle.ts";
import type { Draft } from "./draft.ts";

/** Window for counting refused sign-ins, in ms. */
const signInWindowMs = 15 * 60_000;
/** Refused sign-ins per email, and per network, that raise an alert; every further multiple raises another. */
const perEmail = 5;
const perAddress = 10;

/** Increments a subject's counter; starts over when its window has passed, or was opened by a clock that ran ahead. */
async function countUp(db: Db, subject: string, now: Date): Promise<{ times: number; since: Date }> {
  const until = new Date(now.getTime() + signInWindowMs);
  const latest = new Date(now.getTime() + 2 * signInWindowMs).toISOString();
  const isOver = sql`(${auditCounters.until} <= ${now.toISOString()}::timestamptz or ${auditCounters.until} > ${latest}::timestamptz)`;
  const [row] = await db
    .insert(auditCounters)
    .values({ subject, times: 1, until })
    .onConflictDoUpdate({
      target: auditCounters.subject,
      set: {
        times: sql`case when ${isOver} then 1 else ${auditCounters.times} + 1 end`,
        until: sql`case when ${isOver} then ${until.toISOString()}::timestamptz else ${auditCounters.until} end`,
      },
    })
    .returning();
  if (row === undefined) throw new Error("A counter was not kept.");
  return { times: row.times, since: new Date(row.until.getTime() - signInWindowMs) };
}

/** Counts a refused sign-in for its email and its network. Returns the count and its start if that makes it an alert. */
export async function countSignIn(db: Db, { actor, address }: Draft, now: Date): Promise<{ times: number; since: Date } | undefined> {
  const ofNetwork = await countUp(db, `signIn@${networkOf(address)}`, now);
  const ofEmail = actor.email === null ? undefined : await countUp(db, `signIn:${countedEmail(actor.email)}`, now);
  if (ofEmail !== undefined && ofEmail.times % perEmail === 0) return ofEmail;
  return ofNetwork.times % perAddress === 0 ? ofNetwork : undefined;
}

/** Deletes counters whose window has passed. */
export async function sweepCounters(db: Db, now: Date): Promise<void> {
  await db.delete(auditCounters).where(lte(auditCounters.until, now));
}

/** A funding is compared with the admin's latest ones in its currency: at least this many, at most that many. */
const fewestFundings = 3;
const mostFundings = 50;
/** Multiple of the median that counts as far above. */
const farAbove = 10;

/** Stores a funding's size, and returns whether it is far above the median of the admin's latest ones in that currency. */
export async function isFarAboveUsual(tx: Db, adminId: string, currency: string, amount: string): Promise<boolean> {
  const where = and(eq(fundingSizes.adminId, adminId), eq(fundingSizes.currency, currency));
  await tx.insert(fundingSizes).values({ adminId, currency, latest: [] }).onConflictDoNothing();
  const [row] = await tx.select({ latest: fundingSizes.latest }).from(fundingSizes).where(where).for("update");
  const earlier = row?.latest ?? [];
  await tx
    .update(fundingSizes)
    .set({ latest: [...earlier, amount].slice(-mostFundings) })
    .where(where);
  if (earlier.length < fewestFundings) return false;
  const sizes = earlier.map((size) => new Big(size)).sort((a, b) => a.cmp(b));
  const median = sizes[Math.floor((sizes.length - 1) / 2)];
  return median !== undefined && new Big(amount).gt(median.times(farAbove));
}
