import { and, eq, lte, or, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { throttles } from "../db/schema.ts";
import { Refusal } from "../http/refusal.ts";
import { networkOf } from "./network.ts";

/**
 * So many tries within the window, which starts again with each try; the last of them locks, for longer each time:
 * for the seconds in `locksS`, in turn. A day without a lock starts over.
 */
export interface Limit {
  readonly subject: string;
  readonly tries: number;
  readonly windowS: number;
  readonly locksS: readonly [number, ...number[]];
}

const minuteS = 60;
const hourS = 3600;
/** What guessing costs: a quarter of an hour, an hour, six hours, a day. */
const growing = [15 * minuteS, hourS, 6 * hourS, 24 * hourS] as const;
/** After so long without a lock the next one is the shortest again. */
const forgottenMs = 24 * hourS * 1000;

/** For whom tries are counted: an account's own devices each for itself, anybody else by network and all together. */
interface From {
  readonly email: string;
  readonly address: string;
  /** The device that has signed this admin in before, if it is one. */
  readonly device: string | undefined;
}

const guessing = (kind: string, { email, address, device }: From, mostOfAll: number): readonly Limit[] => {
  const account = `${kind}:${email.toLowerCase()}`;
  const limit = (subject: string, tries: number): Limit => ({ subject, tries, windowS: 15 * minuteS, locksS: growing });
  if (device !== undefined) return [limit(`${account}#${device}`, 5)];
  return [limit(`${account}@${networkOf(address)}`, 5), limit(account, mostOfAll)];
};

/**
 * Five wrong PINs for an account lock it for their network, 25 from all networks for all of them, but not for a device
 * that has signed this admin in before: strangers can't lock an admin out.
 */
export const accountLimits = (from: From): readonly Limit[] => guessing("account", from, 25);

/** A network asks for five links to choose a new PIN of one email, all of them for twenty, whether it is an admin's or not: who floods a mailbox is stopped. */
export const resetLimits = (from: From): readonly Limit[] => guessing("reset", from, 20);

/** Thirty failures within five minutes shut an address out. */
export const addressLimit = (address: string, kind = "address"): Limit => ({
  subject: `${kind}:${networkOf(address)}`,
  tries: 30,
  windowS: 5 * minuteS,
  locksS: [5 * minuteS],
});

/** The same for a device that has signed somebody in, wherever it is. */
export const deviceLimit = (id: string): Limit => ({ ...addressLimit(""), subject: `device:${id}` });

function tooMany(waitMs: number): Refusal {
  const waitS = Math.max(1, Math.ceil(waitMs / 1000));
  const [amount, unit] = waitS > 90 * minuteS ? [Math.ceil(waitS / hourS), "hour"] : [Math.ceil(waitS / minuteS), "minute"];
  return new Refusal(
    429,
    `Too many attempts. Try again in ${amount} ${unit}${amount === 1 ? "" : "s"}.`,
    {},
    { "Retry-After": String(waitS) },
  );
}

async function countOne(db: Db, { subject, tries, windowS, locksS }: Limit, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const open = new Date(now.getTime() + windowS * 1000).toISOString();
  const steps = sql.join(
    locksS.map((seconds) => sql`${seconds}::integer`),
    sql`, `,
  );
  const locks = sql`case when ${throttles.until} <= ${new Date(now.getTime() - forgottenMs).toISOString()}::timestamptz then 0 else ${throttles.locks} end`;
  const tried = sql`case when ${throttles.until} <= ${at} then 1 else ${throttles.tries} + 1 end`;
  const lockS = sql`(array[${steps}])[least(${locks} + 1, ${locksS.length})]`;
  const [row] = await db
    .insert(throttles)
    .values({ subject, tries: 1, until: new Date(open) })
    .onConflictDoUpdate({
      target: throttles.subject,
      set: {
        tries: tried,
        locks: sql`case when ${tried} = ${tries} then ${locks} + 1 else ${locks} end`,
        until: sql`case when ${tried} < ${tries} then ${open}::timestamptz when ${tried} = ${tries} then ${at} + make_interval(secs => ${lockS}) else ${throttles.until} end`,
      },
    })
    .returning();
  if (row !== undefined && row.tries > tries) throw tooMany(row.until.getTime() - now.getTime());
}

/**
 * Counts a try before it is made, so that tries side by side can't slip past the limit; `giveBack` takes it back when
 * it succeeds. Throws 429 with Retry-After once a limit is used up.
 */
export async function countTry(db: Db, limits: readonly Limit[], now: Date): Promise<void> {
  for (const limit of limits) await countOne(db, limit, now);
}

/** Takes back a try that succeeded: `own` limits start afresh, `shared` ones get the one try back. */
export async function giveBack(db: Db, own: readonly Limit[], shared: readonly Limit[]): Promise<void> {
  for (const { subject } of own) await db.delete(throttles).where(eq(throttles.subject, subject));
  for (const { subject } of shared)
    await db
      .update(throttles)
      .set({ tries: sql`greatest(${throttles.tries} - 1, 0)` })
      .where(eq(throttles.subject, subject));
}

/** Lets an account start afresh, wherever it was locked. */
export async function openAccount(db: Db, email: string): Promise<void> {
  const account = `account:${email.toLowerCase()}`;
  const before = (mark: string) => sql`starts_with(${throttles.subject}, ${account + mark})`;
  await db.delete(throttles).where(sql`${throttles.subject} = ${account} or ${before("@")} or ${before("#")}`);
}

/** Forgets windows that are over, and locks once a day has passed without another one. */
export async function sweepThrottles(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - forgottenMs);
  await db.delete(throttles).where(or(lte(throttles.until, before), and(eq(throttles.locks, 0), lte(throttles.until, now))));
}
