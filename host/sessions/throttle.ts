import { and, eq, lte, or, sql } from "drizzle-orm";
import { asciiEmail } from "../../src/contract/emails.ts";
import { unicodeEmail } from "../../src/contract/idn.ts";
import { searchText } from "../../src/contract/text.ts";
import type { Db } from "../db/connection.ts";
import { throttles } from "../db/schema.ts";
import { Refusal } from "../http/refusal.ts";
import { networkOf } from "./network.ts";

/**
 * Tries allowed within a window that restarts with each try; the last one locks, for the times in `locksS` in turn. A day without a
 * lock starts over.
 */
export interface Limit {
  readonly subject: string;
  readonly tries: number;
  readonly windowS: number;
  readonly locksS: readonly [number, ...number[]];
  /** Whether a sign-in starts it over; others only get the one try back. */
  readonly startsOver?: boolean;
}

const minuteS = 60;
const hourS = 3600;
const dayS = 24 * hourS;
/** The same for every spelling of an email by which `findAdmin` finds an account; tells nothing of whether there is one. */
export const countedEmail = (email: string): string => asciiEmail(unicodeEmail(searchText(email)));

/** Growing locks against guessing: 15 minutes, 1 hour, 6 hours, 1 day. */
const growing = [15 * minuteS, hourS, 6 * hourS, dayS] as const;
/** After this long without a lock, in ms, the next one is the shortest again. */
const forgottenMs = dayS * 1000;

/** Whose tries are counted: each of the account's own devices on its own, everyone else by network and in total. */
interface From {
  readonly email: string;
  readonly address: string;
  /** The device, if it has signed this admin in before. */
  readonly device: string | undefined;
}

const accountOf = (kind: string, email: string): string => `${kind}:${countedEmail(email)}`;

/** Five tries of a device, or of a network, whose window is `ownWindowS`, and a number of tries of all networks. */
const guessing = (kind: string, { email, address, device }: From, ownWindowS: number, mostOfAll: number): readonly Limit[] => {
  const account = accountOf(kind, email);
  const own = { tries: 5, windowS: ownWindowS, locksS: growing, startsOver: true };
  if (device !== undefined) return [{ ...own, subject: `${account}#${device}` }];
  return [
    { ...own, subject: `${account}@${networkOf(address)}` },
    { subject: account, tries: mostOfAll, windowS: 15 * minuteS, locksS: growing },
  ];
};

/**
 * Five wrong PINs without a day's pause lock an account for that network; 25 from all networks without a quarter of an hour's pause,
 * or 50 without a day's, lock it for all, but never for a device that has signed this admin in before, so that strangers can't lock
 * an admin out. One network alone, locked for longer each time, doesn't reach the 50.
 */
export const accountLimits = (from: From): readonly Limit[] => {
  const limits = guessing("account", from, dayS, 25);
  const inADay = { subject: `${accountOf("account", from.email)}@day`, tries: 50, windowS: dayS, locksS: growing, startsOver: true };
  return from.device === undefined ? [...limits, inADay] : limits;
};

/** Right PINs that no passkey has followed: counted apart, since the wrong ones before them stay counted. */
export const unconfirmedLimits = (from: From): readonly Limit[] => guessing("unconfirmed", from, dayS, 25);

/** PIN links for one email: five per network, twenty in total, whether or not it is an admin's; stops mailbox flooding. */
export const resetLimits = (from: From): readonly Limit[] => guessing("reset", from, 15 * minuteS, 20);

/** Thirty failures within five minutes lock out a network. */
export const addressLimit = (address: string, kind = "address"): Limit => ({
  subject: `${kind}:${networkOf(address)}`,
  tries: 30,
  windowS: 5 * minuteS,
  locksS: [5 * minuteS],
});

/** The same for a device that has signed somebody in, on any network. */
export const deviceLimit = (id: string, kind = "device"): Limit => ({ ...addressLimit(""), subject: `${kind}:${id}` });

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
  // No lock is longer than a day: one that is was set by a clock that ran ahead.
  const latest = new Date(now.getTime() + 2 * forgottenMs).toISOString();
  const steps = sql.join(
    locksS.map((seconds) => sql`${seconds}::integer`),
    sql`, `,
  );
  const locks = sql`case when ${throttles.until} <= ${new Date(now.getTime() - forgottenMs).toISOString()}::timestamptz then 0 else ${throttles.locks} end`;
  const tried = sql`case when ${throttles.until} <= ${at} or ${throttles.until} > ${latest}::timestamptz then 1 else ${throttles.tries} + 1 end`;
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
 * Counts a try in advance, so that concurrent tries can't exceed the limit; `giveBack` undoes it on success. Throws 429 with
 * Retry-After once a limit is used up.
 */
export async function countTry(db: Db, limits: readonly Limit[], now: Date): Promise<void> {
  for (const limit of limits) await countOne(db, limit, now);
}

/** Gives one try back, and the lock if it was the last one. */
export async function giveOneBack(db: Db, limits: readonly Limit[]): Promise<void> {
  for (const { subject, tries } of limits)
    await db
      .update(throttles)
      .set({
        tries: sql`greatest(${throttles.tries} - 1, 0)`,
        locks: sql`greatest(${throttles.locks} - case when ${throttles.tries} = ${tries} then 1 else 0 end, 0)`,
      })
      .where(eq(throttles.subject, subject));
}

/** Undoes a successful try: limits start over, or get the one try back. */
export async function giveBack(db: Db, limits: readonly Limit[]): Promise<void> {
  for (const limit of limits)
    if (limit.startsOver === true) await db.delete(throttles).where(eq(throttles.subject, limit.subject));
    else await giveOneBack(db, [limit]);
}

/** Resets all limits of an account. */
export async function openAccount(db: Db, email: string): Promise<void> {
  for (const account of ["account", "unconfirmed"].map((kind) => accountOf(kind, email))) {
    const before = (mark: string) => sql`starts_with(${throttles.subject}, ${account + mark})`;
    await db.delete(throttles).where(sql`${throttles.subject} = ${account} or ${before("@")} or ${before("#")}`);
  }
}

/** Deletes ended windows, and locks after a day without another one. */
export async function sweepThrottles(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - forgottenMs);
  await db.delete(throttles).where(or(lte(throttles.until, before), and(eq(throttles.locks, 0), lte(throttles.until, now))));
}
