import Big from "big.js";
import { and, eq, lte, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { auditCounters, fundingSizes } from "../db/schema.ts";
import { networkOf } from "../sessions/network.ts";
import { countedEmail } from "../sessions/throttle.ts";
import type { Draft } from "./draft.ts";

/** Windows for counting sign-ins, in ms. */
const quarterMs = 15 * 60_000;
const dayMs = 24 * 3_600_000;
/** Refused sign-ins per email, and per network, within a quarter of an hour that raise an alert; every further multiple raises another. */
const perEmail = 5;
const perAddress = 10;
/** The same per email within a day, for guesses that stay below the other. */
const perEmailInADay = 20;
/** Right PINs per email within a quarter of an hour that no passkey has followed. */
const unconfirmedPerEmail = 5;

interface Counted {
  readonly times: number;
  readonly since: Date;
}

/** Increments a subject's counter; starts over when its window has passed, or was opened by a clock that ran ahead. */
async function countUp(db: Db, subject: string, now: Date, windowMs = quarterMs): Promise<Counted> {
  const until = new Date(now.getTime() + windowMs);
  const latest = new Date(now.getTime() + 2 * windowMs).toISOString();
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
  return { times: row.times, since: new Date(row.until.getTime() - windowMs) };
}

const rightPins = (email: string): string => `rightPin:${countedEmail(email)}`;

/** Counts a refused sign-in for its email and its network. Returns the count and its start if that makes it an alert. */
export async function countSignIn(db: Db, { actor, address }: Draft, now: Date): Promise<Counted | undefined> {
  const ofNetwork = await countUp(db, `signIn@${networkOf(address)}`, now);
  const email = actor.email === null ? undefined : countedEmail(actor.email);
  const ofEmail = email === undefined ? undefined : await countUp(db, `signIn:${email}`, now);
  const inADay = email === undefined ? undefined : await countUp(db, `signInDay:${email}`, now, dayMs);
  if (ofEmail !== undefined && ofEmail.times % perEmail === 0) return ofEmail;
  if (inADay !== undefined && inADay.times % perEmailInADay === 0) return inADay;
  return ofNetwork.times % perAddress === 0 ? ofNetwork : undefined;
}

/** Counts a right PIN that a passkey has to follow. Returns as `countSignIn`. */
export async function countRightPin(db: Db, { actor }: Draft, now: Date): Promise<Counted | undefined> {
  const counted = await countUp(db, rightPins(actor.email ?? ""), now);
  return counted.times % unconfirmedPerEmail === 0 ? counted : undefined;
}

/** Starts that count over once the passkey has followed. */
export async function forgetRightPins(db: Db, email: string): Promise<void> {
  await db.delete(auditCounters).where(eq(auditCounters.subject, rightPins(email)));
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
