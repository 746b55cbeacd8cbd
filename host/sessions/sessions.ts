import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, isNull, lt, or } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { admins, sessions } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";
import type { AdminRow } from "./admins.ts";
import { signToken, tokenLifeS } from "./tokens.ts";

/** A session can be refreshed for a working day; then the PIN is asked for again. */
const sessionLifeMs = 12 * 3600 * 1000;

export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** Opens a session: an access token for an hour and a secret that gets new ones. */
export async function openSession({ db, tokenKey, clock }: Deps, admin: AdminRow): Promise<{ accessToken: string; refreshToken: string }> {
  const now = clock();
  const id = newId(now);
  const refreshToken = randomBytes(32).toString("base64url");
  await db.insert(sessions).values({
    id,
    adminId: admin.id,
    refreshHash: hashOf(refreshToken),
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionLifeMs),
  });
  return { accessToken: await signToken(tokenKey, admin, id, now), refreshToken };
}

/** A new access token, and whose, for a session that still runs; undefined for any other. */
export async function refreshSession(
  { db, tokenKey, clock, demoAccounts }: Deps,
  refreshToken: string,
): Promise<{ accessToken: string; admin: AdminRow } | undefined> {
  const now = clock();
  const [found] = await db
    .select({ admin: admins, sessionId: sessions.id })
    .from(sessions)
    .innerJoin(admins, eq(admins.id, sessions.adminId))
    .where(and(eq(sessions.refreshHash, hashOf(refreshToken)), isNull(sessions.endedAt), gt(sessions.expiresAt, now)));
  if (found === undefined || !found.admin.active || (found.admin.demo && !demoAccounts)) return undefined;
  return { accessToken: await signToken(tokenKey, found.admin, found.sessionId, now), admin: found.admin };
}

/** Ends a session; its tokens are refused from now on. */
export async function endSession({ db, clock }: Deps, sessionId: string): Promise<void> {
  await db.update(sessions).set({ endedAt: clock() }).where(eq(sessions.id, sessionId));
}

/** Ends every session of an admin. */
export async function endSessionsOf(db: Db, adminId: string, now: Date): Promise<void> {
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
