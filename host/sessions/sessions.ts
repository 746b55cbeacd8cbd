import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { admins, passkeyChallenges, sessions } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";
import type { AdminRow } from "./admins.ts";
import { signToken, tokenLifeS } from "./tokens.ts";

export type SessionRow = typeof sessions.$inferSelect;

/** A session can be refreshed for a working day; then the PIN is asked for again. */
const sessionLifeMs = 12 * 3600 * 1000;

/** When a session was last seen is kept to this, so that a request seldom writes, in ms. */
const seenEveryMs = 60_000;
/** Longer ones are cut; what a browser says of itself has about 120 characters. */
const longestUserAgent = 300;

/** Where a request came from, and what sent it as it says itself. */
export interface SeenFrom {
  readonly address: string;
  readonly userAgent: string | undefined;
}

export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

const seen = ({ address, userAgent }: SeenFrom, now: Date) => ({
  lastSeenAt: now,
  address,
  userAgent: userAgent?.slice(0, longestUserAgent) ?? null,
});

/** Notes that a session is used, to the minute. */
export async function noteSeen({ db, clock }: Deps, session: SessionRow, from: SeenFrom): Promise<void> {
  const now = clock();
  const before = new Date(now.getTime() - seenEveryMs);
  if (session.lastSeenAt !== null && session.lastSeenAt > before) return;
  const noted = await db
    .update(sessions)
    .set(seen(from, now))
    .where(and(eq(sessions.id, session.id), or(isNull(sessions.lastSeenAt), lt(sessions.lastSeenAt, before))))
    .returning({ id: sessions.id });
  if (noted.length > 0) await db.update(admins).set({ lastSeenAt: now }).where(eq(admins.id, session.adminId));
}

/** Opens a session: an access token for an hour and a secret that gets new ones. `onlyAddsPasskey`: it can do nothing else. */
export async function openSession(
  { db, tokenKey, clock }: Deps,
  admin: AdminRow,
  from: SeenFrom,
  onlyAddsPasskey = false,
): Promise<{ accessToken: string; refreshToken: string }> {
  const now = clock();
  const id = newId(now);
  const refreshToken = randomBytes(32).toString("base64url");
  await db.insert(sessions).values({
    id,
    adminId: admin.id,
    refreshHash: hashOf(refreshToken),
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionLifeMs),
    onlyAddsPasskey,
    ...seen(from, now),
  });
  await db.update(admins).set({ lastSeenAt: now }).where(eq(admins.id, admin.id));
  return { accessToken: await signToken(tokenKey, admin, { id, onlyAddsPasskey }, now), refreshToken };
}

/** A new access token, and whose, for a session that still runs; undefined for any other. */
export async function refreshSession(
  { db, tokenKey, clock, demoAccounts }: Deps,
  refreshToken: string,
): Promise<{ accessToken: string; admin: AdminRow } | undefined> {
  const now = clock();
  const [found] = await db
    .select({ admin: admins, session: sessions })
    .from(sessions)
    .innerJoin(admins, eq(admins.id, sessions.adminId))
    .where(and(eq(sessions.refreshHash, hashOf(refreshToken)), isNull(sessions.endedAt), gt(sessions.expiresAt, now)));
  if (found === undefined || !found.admin.active || (found.admin.demo && !demoAccounts)) return undefined;
  return { accessToken: await signToken(tokenKey, found.admin, found.session, now), admin: found.admin };
}

/** Ends a session; its tokens are refused from now on. */
export async function endSession({ db, clock }: Deps, sessionId: string): Promise<void> {
  await db.update(sessions).set({ endedAt: clock() }).where(eq(sessions.id, sessionId));
}

const running = (adminId: string, now: Date) => and(eq(sessions.adminId, adminId), isNull(sessions.endedAt), gt(sessions.expiresAt, now));

/** An admin's sessions that still run, the latest seen first. */
export const runningSessions = (db: Db, adminId: string, now: Date): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(running(adminId, now))
    .orderBy(sql`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt}) desc`, desc(sessions.id));

/** Ends one session of an admin. `known`: it is one of theirs; `ended`: it still ran. */
export async function endOwnSession(db: Db, adminId: string, sessionId: string, now: Date): Promise<{ known: boolean; ended: boolean }> {
  const own = and(eq(sessions.id, sessionId), eq(sessions.adminId, adminId));
  const ended = await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(own, isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  if (ended.length > 0) return { known: true, ended: true };
  const known = await db.select({ id: sessions.id }).from(sessions).where(own);
  return { known: known.length > 0, ended: false };
}

/** Ends an admin's sessions but for one; returns how many ran. */
export async function endOtherSessionsOf(db: Db, adminId: string, but: string, now: Date): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(running(adminId, now), ne(sessions.id, but)))
    .returning({ id: sessions.id });
  return ended.length;
}

/** Ends every session of an admin, and the sign-ins that wait for the passkey. */
export async function endSessionsOf(db: Db, adminId: string, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(and(eq(passkeyChallenges.adminId, adminId), eq(passkeyChallenges.kind, "signin")));
  await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.adminId, adminId), isNull(sessions.endedAt)));
}

/** Access tokens of a session may be as old as this, in ms, when it ends; kept as long again, for the clocks of other processes. */
const keptAfterEndMs = 2 * tokenLifeS * 1000;

/** Forgets sessions that are over so long that no token of theirs is valid any more. */
export async function sweepSessions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptAfterEndMs);
  await db.delete(sessions).where(or(lt(sessions.expiresAt, before), lt(sessions.endedAt, before)));
}
