import { and, eq, inArray, isNull } from "drizzle-orm";
import { type AdminRole, invalidTokenMessage } from "../../src/contract/sign-in.ts";
import type { Db } from "../db/connection.ts";
import { admins, sessions } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { Refusal } from "../http/refusal.ts";
import { hasPasskey } from "../passkeys/passkeys.ts";
import { disabledMessage, isWaiting, waitingMessage } from "./admins.ts";
import { nothing } from "./permissions.ts";
import { noteSeen, type SeenFrom } from "./sessions.ts";
import { readToken } from "./tokens.ts";

/** The admin behind a request, from the database; the token's claims may be an hour old. */
export interface SignedIn {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: AdminRole;
  readonly permissions: Readonly<Record<string, boolean>>;
  readonly sessionId: string;
  /** May only add a passkey, which is required and missing (PASS-3). */
  readonly onlyAddsPasskey: boolean;
  /** When the token expires. */
  readonly tokenEndsAt: Date;
}

/**
 * Authenticates a bearer token. 401 if it is missing or expired, so that the app can ask for the PIN in place; 403 if it isn't
 * ours, its session has ended (AUTH-11, AUTH-15) or the account isn't active. `endsSession`: an expired one will do.
 */
export async function requireAdmin(deps: Deps, authorization: string | undefined, from: SeenFrom, endsSession = false): Promise<SignedIn> {
  const { db, tokenKey, clock, demoAccounts, requirePasskey } = deps;
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) throw new Refusal(401, "Unauthorized: Missing admin token.", {}, { "WWW-Authenticate": "Bearer" });
  const reading = await readToken(tokenKey, token, clock());
  if (reading.is === "expired" && !endsSession)
    throw new Refusal(401, "Unauthorized: Admin token has expired.", {}, { "WWW-Authenticate": "Bearer" });
  if (reading.is === "bad") throw new Refusal(403, invalidTokenMessage);
  const [found] = await db
    .select({ admin: admins, session: sessions })
    .from(sessions)
    .innerJoin(admins, eq(admins.id, sessions.adminId))
    .where(and(eq(sessions.id, reading.sessionId), eq(admins.id, reading.adminId), isNull(sessions.endedAt)));
  if (found === undefined && reading.isWaiting) throw new Refusal(403, waitingMessage);
  if (found === undefined || (found.admin.demo && !demoAccounts)) throw new Refusal(403, invalidTokenMessage);
  if (!found.admin.active) throw new Refusal(403, isWaiting(found.admin) ? waitingMessage : disabledMessage);
  const { onlyAddsPasskey } = found.session;
  // Opened before passkeys were required; signing in again leads to adding one.
  if (requirePasskey && !onlyAddsPasskey && !(await hasPasskey(db, found.admin.id)))
    throw new Refusal(401, "This host asks every admin for a passkey. Sign in again to add one.", {}, { "WWW-Authenticate": "Bearer" });
  await noteSeen(deps, found.session, from);
  const { id, email, adminName, role } = found.admin;
  const permissions = onlyAddsPasskey ? nothing : found.admin.permissions;
  return { id, email, name: adminName, role, permissions, sessionId: reading.sessionId, onlyAddsPasskey, tokenEndsAt: reading.expiresAt };
}

/**
 * The admin with the current role and permissions. Throws 403 if the session has ended or the account isn't active. Locks the
 * account until the transaction ends: `changeAdminRow` waits.
 */
export async function requireStill(db: Db, demoAccounts: boolean, admin: SignedIn): Promise<SignedIn> {
  const [now] = await db
    .select({ role: admins.role, permissions: admins.permissions, demo: admins.demo })
    .from(sessions)
    .innerJoin(admins, eq(admins.id, sessions.adminId))
    .where(and(eq(sessions.id, admin.sessionId), isNull(sessions.endedAt), eq(admins.active, true)))
    .for("key share", { of: admins });
  if (now === undefined || (now.demo && !demoAccounts)) throw new Refusal(403, invalidTokenMessage);
  return { ...admin, role: now.role, permissions: admin.onlyAddsPasskey ? nothing : now.permissions };
}

/** The current permissions of these sessions' admins; ended sessions and inactive accounts are left out. */
export async function permissionsNow(
  { db, demoAccounts }: Pick<Deps, "db" | "demoAccounts">,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, SignedIn["permissions"]>> {
  const found = await db
    .select({ sessionId: sessions.id, permissions: admins.permissions, demo: admins.demo })
    .from(sessions)
    .innerJoin(admins, eq(admins.id, sessions.adminId))
    .where(and(inArray(sessions.id, [...sessionIds]), isNull(sessions.endedAt), eq(admins.active, true)));
  return new Map(found.filter(({ demo }) => demoAccounts || !demo).map(({ sessionId, permissions }) => [sessionId, permissions]));
}
