import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, ne, notBetween, or, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { admins, passkeyChallenges, passkeys, sessions } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";
import { type AdminRow, changedMeanwhile, holdUnchanged } from "./admins.ts";
import { signToken, tokenLifeS } from "./tokens.ts";

export type SessionRow = typeof sessions.$inferSelect;

/** How long a session can be refreshed before it needs the PIN again, in ms. */
const sessionLifeMs = 12 * 3600 * 1000;

/** Resolution of `lastSeenAt`, in ms, so that few requests write. */
const seenEveryMs = 60_000;
/** Longer user agents are cut; they usually have about 120 characters. */
const longestUserAgent = 300;

/** A request's address and user agent. */
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

/** Updates `lastSeenAt`, at most once a minute; at once if it lies in the future, from a clock that ran ahead. */
export async function noteSeen({ db, clock }: Deps, session: SessionRow, from: SeenFrom): Promise<void> {
  const now = clock();
  const [before, after] = [new Date(now.getTime() - seenEveryMs), new Date(now.getTime() + seenEveryMs)];
  if (session.lastSeenAt !== null && session.lastSeenAt > before && session.lastSeenAt < after) return;
  const noted = await db
    .update(sessions)
    .set(seen(from, now))
    .where(and(eq(sessions.id, session.id), or(isNull(sessions.lastSeenAt), notBetween(sessions.lastSeenAt, before, after))))
    .returning({ id: sessions.id });
  if (noted.length > 0) await db.update(admins).set({ lastSeenAt: now }).where(eq(admins.id, session.adminId));
}

/**
 * Opens a session: an access token for an hour, and a refresh token. `onlyAddsPasskey`: the session may do nothing but add one. Throws 401 if the
 * PIN or the account has changed since `admin` was read, or the passkey is gone.
 */
export async function openSession(
  { db, tokenKey, clock }: Deps,
  admin: AdminRow,
  from: SeenFrom,
  onlyAddsPasskey = false,
  passkeyId?: string,
): Promise<{ accessToken: string; refreshToken: string }> {
  const now = clock();
  const id = newId(now);
  const refreshToken = randomBytes(32).toString("base64url");
  await db.transaction(async (tx) => {
    // Whatever ends the admin's sessions waits for this one, or is seen here.
    await holdUnchanged(tx, admin);
    if (passkeyId !== undefined) {
      const kept = await tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, passkeyId)).for("key share");
      if (kept.length === 0) throw changedMeanwhile();
    }
    await tx.insert(sessions).values({
      id,
      adminId: admin.id,
      refreshHash: hashOf(refreshToken),
      createdAt: now,
      expiresAt: new Date(now.getTime() + sessionLifeMs),
      onlyAddsPasskey,
      ...seen(from, now),
    });
    await tx.update(admins).set({ lastSeenAt: now }).where(eq(admins.id, admin.id));
  });
  return { accessToken: await signToken(tokenKey, admin, { id, onlyAddsPasskey }, now), refreshToken };
}

/** A new access token and its admin, for a running session; undefined otherwise. */
export async function refreshSession(
  { db, tokenKey, clock, demoAccounts, requirePasskey }: Deps,
  refreshToken: string,
): Promise<{ accessToken: string; admin: AdminRow } | undefined> {
  const now = clock();
  const [found] = await db
    .select({ admin: admins, session: sessions })
    .from(sessions)
    .innerJoin(admins, eq(admins.id, sessions.adminId))
    .where(and(eq(sessions.refreshHash, hashOf(refreshToken)), isNull(sessions.endedAt), gt(sessions.expiresAt, now)));
  if (found === undefined || !found.admin.active || (found.admin.demo && !demoAccounts)) return undefined;
  const { admin, session } = found;
  // Such a session was opened before passkeys were required.
  if (requirePasskey && !session.onlyAddsPasskey && (await db.$count(passkeys, eq(passkeys.adminId, admin.id))) === 0) return undefined;
  return { accessToken: await signToken(tokenKey, admin, session, now), admin };
}

/** Ends a session; its tokens are refused from then on. */
export async function endSession({ db, clock }: Deps, sessionId: string): Promise<void> {
  await db.update(sessions).set({ endedAt: clock() }).where(eq(sessions.id, sessionId));
}

const running = (adminId: string, now: Date) => and(eq(sessions.adminId, adminId), isNull(sessions.endedAt), gt(sessions.expiresAt, now));

/** An admin's running sessions, last seen first. */
export const runningSessions = (db: Db, adminId: string, now: Date): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(running(adminId, now))
    .orderBy(sql`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt}) desc`, desc(sessions.id));

/** Ends one session of an admin. `known`: it is theirs; `ended`: it was still running. */
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

/** Ends an admin's other sessions; returns how many were running. */
export async function endOtherSessionsOf(db: Db, adminId: string, but: string, now: Date): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(running(adminId, now), ne(sessions.id, but)))
    .returning({ id: sessions.id });
  return ended.length;
}

/** Ends all sessions of an admin, and sign-ins that await the passkey. */
export async function endSessionsOf(db: Db, adminId: string, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(and(eq(passkeyChallenges.adminId, adminId), eq(passkeyChallenges.kind, "signin")));
  await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.adminId, adminId), isNull(sessions.endedAt)));
}

/** How long ended sessions are kept, in ms: the access token's lifetime, twice, to allow for clock skew between processes. */
const keptAfterEndMs = 2 * tokenLifeS * 1000;

/** Deletes sessions whose last access token has expired. */
export async function sweepSessions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptAfterEndMs);
  await db.delete(sessions).where(or(lt(sessions.expiresAt, before), lt(sessions.endedAt, before)));
}
