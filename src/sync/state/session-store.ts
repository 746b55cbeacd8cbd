import * as v from "valibot";
import { jsonOf, parseJson } from "../../contract/json.ts";
import { type Admin, admin as adminSchema, type Claims, claims as claimsSchema } from "../../contract/sign-in.ts";
import { lockKeys } from "./idle-lock.ts";
import { readItem, removeItem, writeItem } from "./storage.ts";

/**
 * The signed-in admin. `identity` distinguishes admins on one device and names the cache (SYNC-9); it stays as long as the session,
 * also where the host sends more about the admin when signing in again.
 */
export interface Session {
  readonly token: string;
  readonly admin: Admin;
  /** The token's claims; undefined if it isn't a JWT. */
  readonly claims: Claims | undefined;
  readonly identity: string;
}

export const tokenKey = "token";
export const userKey = "user";
/** Host clock minus device clock when the token was issued, in ms; not secret, needed after a reload. */
const clockKey = "counterfoil.clock";

/** Decodes a token's claims; undefined if it isn't a JWT. */
export function decodeClaims(token: string): Claims | undefined {
  const payload = token.split(".")[1];
  if (!payload) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.codePointAt(0) ?? 0);
    const parsed = v.safeParse(claimsSchema, parseJson(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

function readAdmin(): Admin {
  const parsed = v.safeParse(adminSchema, jsonOf(readItem(userKey) ?? "{}"));
  return parsed.success ? parsed.output : {};
}

function identify(token: string, admin: Admin, claims: Claims | undefined): string {
  const named = admin["_id"] ?? admin["id"] ?? admin.email ?? claims?.sub ?? claims?.email;
  return typeof named === "string" || typeof named === "number" ? String(named).toLowerCase() : `token ${token}`;
}

/** Field of the stored admin for the identity with which the session began. */
export const begunAs = "begunAs";

/** Who the host says that the admin is: its id if it sends one. */
export const identityOf = (token: string, admin: Admin): string => identify(token, admin, decodeClaims(token));

function read(): Session | undefined {
  const token = readItem(tokenKey);
  if (!token) return undefined;
  const admin = readAdmin();
  const claims = decodeClaims(token);
  const begun = admin[begunAs];
  return { token, admin, claims, identity: typeof begun === "string" ? begun : identify(token, admin, claims) };
}

let session = read();
/** The refresh token and the token it belongs to; in memory only, dropped with that token's session (AUTH-15). */
let refreshing: { readonly token: string; readonly with: string } | undefined;
/** The token opened in this page, and when (device epoch ms). */
let opened: { readonly token: string; readonly at: number } | undefined;
const listeners = new Set<() => void>();

function set(next: Session | undefined): void {
  if (next?.token !== refreshing?.token) refreshing = undefined;
  session = next;
  for (const listener of listeners) listener();
}

/** A token that doesn't say when it was given is taken to be good for this long, in s. */
const usualSeconds = 3600;

/** The other tabs hear of the token, so what belongs to it is written before. */
function keep(token: string, refreshToken: string | null | undefined): void {
  const claims = decodeClaims(token);
  const exp = claims?.exp ?? Number.POSITIVE_INFINITY;
  // What has just been given has not run out, whatever the device's clock says.
  const issuedAt = claims?.iat ?? (exp * 1000 <= Date.now() ? exp - usualSeconds : undefined);
  if (issuedAt !== undefined) writeItem(clockKey, String(issuedAt * 1000 - Date.now()));
  writeItem(tokenKey, token);
  opened = { token, at: Date.now() };
  refreshing = refreshToken ? { token, with: refreshToken } : undefined;
}

/** Follows changes of another tab. It writes the admin before the token, so the token's event covers both. */
function follow(event: StorageEvent): void {
  if (event.key === tokenKey || event.key === null) set(read());
}
globalThis.addEventListener?.("storage", follow);

/** The session, stored only in local storage under the keys of AUTH-9. */
export const sessionStore = {
  current: (): Session | undefined => session,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** The current session's refresh token, if the host gave one. */
  refreshToken: (): string | undefined => refreshing?.with,
  /** Stores a sign-in's answer. */
  open(token: string, admin: Admin, refreshToken?: string | null): void {
    writeItem(userKey, JSON.stringify(admin));
    keep(token, refreshToken);
    // Giving the PIN counts as input.
    writeItem(lockKeys.input, String(Date.now()));
    removeItem(lockKeys.locked);
    set(read());
  },
  /**
   * Stores a refreshed token, and with it what refreshes it next, if the host gave another; false if the session that asked is over or
   * has another token.
   */
  renew(token: string, asked: Session, refreshToken?: string | null): boolean {
    if (readItem(tokenKey) !== asked.token) return false;
    keep(token, refreshToken ?? refreshing?.with);
    set(read());
    return true;
  },
  close(): void {
    for (const key of [tokenKey, userKey, clockKey, lockKeys.input, lockKeys.locked]) removeItem(key);
    set(undefined);
  },
};

/** Host clock minus device clock, in ms; 0 while unknown. */
export function hostClockOffset(): number {
  const offset = Number(readItem(clockKey) ?? 0);
  return Number.isFinite(offset) ? offset : 0;
}

/** Host time (epoch ms), as far as known; right even if the device's clock is off. */
export const hostNow = (): number => Date.now() + hostClockOffset();

/** Time until the session's token expires, in ms, by the host's clock; undefined: never. */
export const expiresInMs = ({ claims }: Session): number | undefined =>
  claims?.exp === undefined ? undefined : claims.exp * 1000 - hostNow();

/** Whether the session's token has expired; one without `exp` never does. */
export const isExpired = (one: Session): boolean => (expiresInMs(one) ?? 1) <= 0;

/** A session counts as fresh for this long, in ms. */
const freshForMs = 30_000;

/** Whether a session was opened within `freshForMs`: in this page, or by its token's `iat`. */
export const isFresh = ({ token, claims }: Session): boolean =>
  (opened?.token === token && Date.now() - opened.at < freshForMs) ||
  (claims?.iat !== undefined && Math.abs(hostNow() - claims.iat * 1000) < freshForMs);
