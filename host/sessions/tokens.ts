import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { SignJWT, errors, jwtVerify } from "jose";
import * as v from "valibot";
import type { Db } from "../db/connection.ts";
import { secrets, type admins } from "../db/schema.ts";
import { isWaiting } from "./admins.ts";
import { nothing } from "./permissions.ts";

/** Access token lifetime in seconds (AUTH-17). */
export const tokenLifeS = 3600;

const issuer = "counterfoil";

/** The token-signing key; created at the first start, shared by every host process on the database. */
export async function signingKey(db: Db): Promise<Uint8Array> {
  await db
    .insert(secrets)
    .values({ name: "token-key", value: randomBytes(32).toString("base64url") })
    .onConflictDoNothing();
  const [row] = await db.select().from(secrets).where(eq(secrets.name, "token-key"));
  if (row === undefined) throw new Error("The signing key was not stored.");
  return Buffer.from(row.value, "base64url");
}

type AdminRow = typeof admins.$inferSelect;

/**
 * Signs an access token for a session, with the claims of AUTH-17; one that may only add a passkey says so and has no permissions.
 * It expires after an hour, or with the session (`expiresAt`) if that is sooner.
 */
export function signToken(
  key: Uint8Array,
  admin: AdminRow,
  { id: sessionId, onlyAddsPasskey, expiresAt }: { readonly id: string; readonly onlyAddsPasskey: boolean; readonly expiresAt?: Date },
  now: Date,
): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000);
  return new SignJWT({
    sid: sessionId,
    email: admin.email,
    adminName: admin.adminName,
    role: "admin",
    adminRole: admin.role,
    permissions: onlyAddsPasskey ? nothing : admin.permissions,
    ...(onlyAddsPasskey ? { mustAddPasskey: true } : {}),
    ...(isWaiting(admin) ? { waits: true } : {}),
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(issuer)
    .setSubject(admin.id)
    .setIssuedAt(iat)
    .setExpirationTime(Math.min(iat + tokenLifeS, Math.floor((expiresAt?.getTime() ?? Infinity) / 1000)))
    .sign(key);
}

export type TokenReading =
  | { is: "valid" | "expired"; adminId: string; sessionId: string; isWaiting: boolean; expiresAt: Date }
  | { is: "bad" };

/** `waits`: the account wasn't activated yet at signing; the database has its current state. */
const payload = v.object({ sub: v.string(), sid: v.string(), exp: v.number(), waits: v.optional(v.boolean(), false) });

function readPayload(is: "valid" | "expired", sent: unknown): TokenReading {
  const claims = v.safeParse(payload, sent);
  if (!claims.success) return { is: "bad" };
  const { sub: adminId, sid: sessionId, exp, waits } = claims.output;
  return { is, adminId, sessionId, isWaiting: waits, expiresAt: new Date(exp * 1000) };
}

/** Verifies a token. */
export async function readToken(key: Uint8Array, token: string, now: Date): Promise<TokenReading> {
  try {
    const verified = await jwtVerify(token, key, { issuer, algorithms: ["HS256"], currentDate: now });
    return readPayload("valid", verified.payload);
  } catch (error) {
    // Thrown only once the signature was found right.
    return error instanceof errors.JWTExpired ? readPayload("expired", error.payload) : { is: "bad" };
  }
}
