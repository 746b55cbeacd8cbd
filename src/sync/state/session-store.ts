import * as v from "valibot";
import { parseJson } from "../../contract/json.ts";
import { type Admin, admin as adminSchema, type Claims, claims as claimsSchema } from "../../contract/sign-in.ts";
import { readItem, removeItem, writeItem } from "./storage.ts";

/** Who is signed in. `identity` tells admins apart on one device; it names the cache (SYNC-9). */
export interface Session {
  readonly token: string;
  readonly admin: Admin;
  /** What the token says of itself; undefined for a token that isn't a JWT. */
  readonly claims: Claims | undefined;
  readonly identity: string;
}

const tokenKey = "token";
const userKey = "user";
/** Difference between the host's clock and the device's when the token was given, in ms: no secret, and needed after a reload. */
const clockKey = "counterfoil.clock";

/**
 * The idle lock's part of a session: whether the app is locked, and when somebody last touched any of its tabs (epoch ms
 * by the device's clock). It names nobody, and goes with the session. public/theme.js reads it before the first paint.
 */
export const lockKeys = { locked: "counterfoil.locked", input: "counterfoil.input" } as const;

/** What a token says of itself; undefined for one that isn't a JWT. */
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
  try {
    const parsed = v.safeParse(adminSchema, parseJson(readItem(userKey) ?? "{}"));
    return parsed.success ? parsed.output : {};
  } catch {
    return {};
  }
}

function identify(token: string, admin: Admin, claims: Claims | undefined): string {
  const named = admin["_id"] ?? admin["id"] ?? admin.email ?? claims?.sub ?? claims?.email;
  return typeof named === "string" || typeof named === "number" ? String(named).toLowerCase() : `token ${token}`;
}

/** Whose a sign-in's answer is, to be compared with a session's identity. */
export const identityOf = (token: string, admin: Admin): string => identify(token, admin, decodeClaims(token));

function read(): Session | undefined {
  const token = readItem(tokenKey);
  if (!token) return undefined;
  const admin = readAdmin();
  const claims = decodeClaims(token);
  return { token, admin, claims, identity: identify(token, admin, claims) };
}

let session = read();
/** What the host gave to refresh a token with, and which: in memory alone, and gone with the session of that token (AUTH-15). */
let refreshing: { readonly token: string; readonly with: string } | undefined;
/** The token that was given in this page, and when (device epoch ms). */
let opened: { readonly token: string; readonly at: number } | undefined;
const listeners = new Set<() => void>();

function set(next: Session | undefined): void {
  if (next?.token !== refreshing?.token) refreshing = undefined;
  session = next;
  for (const listener of listeners) listener();
}

/** The other tabs hear of the token, so what belongs to it is written before. */
function keep(token: string, refreshToken: string | undefined): void {
  const issuedAt = decodeClaims(token)?.iat;
  if (issuedAt !== undefined) writeItem(clockKey, String(issuedAt * 1000 - Date.now()));
  writeItem(tokenKey, token);
  opened = { token, at: Date.now() };
  refreshing = refreshToken === undefined ? undefined : { token, with: refreshToken };
}

/** Local storage changed in another tab: this one follows. The admin is written before the token, which then tells of both. */
function follow(event: StorageEvent): void {
  if (event.key === tokenKey || event.key === null) set(read());
}
globalThis.addEventListener?.("storage", follow);

/** The session, kept in local storage under the keys of AUTH-9 and nowhere else. */
export const sessionStore = {
  current: (): Session | undefined => session,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** What the host gave to refresh the current session with, if it did. */
  refreshToken: (): string | undefined => refreshing?.with,
  /** Keeps what a sign-in answered. */
  open(token: string, admin: Admin, refreshToken?: string): void {
    writeItem(userKey, JSON.stringify(admin));
    keep(token, refreshToken);
    // Whoever has just given the PIN is here.
    writeItem(lockKeys.input, String(Date.now()));
    removeItem(lockKeys.locked);
    set(read());
  },
  /** Takes a refreshed token for the session that asked for it; false where that one is over or has another token by now. */
  renew(token: string, asked: Session): boolean {
    if (readItem(tokenKey) !== asked.token) return false;
    keep(token, refreshing?.with);
    set(read());
    return true;
  },
  close(): void {
    for (const key of [tokenKey, userKey, clockKey, lockKeys.input, lockKeys.locked]) removeItem(key);
    set(undefined);
  },
};

/** By how much the host's clock is before the device's, as far as that is known, in ms. */
export function hostClockOffset(): number {
  const offset = Number(readItem(clockKey) ?? 0);
  return Number.isFinite(offset) ? offset : 0;
}

/** The time by the host's clock as far as the device knows it (epoch ms); right even where the device's is off. */
export const hostNow = (): number => Date.now() + hostClockOffset();

/** In how many ms a session's token runs out, by the host's clock; undefined: never. */
export const expiresInMs = ({ claims }: Session): number | undefined =>
  claims?.exp === undefined ? undefined : claims.exp * 1000 - hostNow();

/** Whether a session's token has run out; one without `exp` never does. */
export const isExpired = (one: Session): boolean => (expiresInMs(one) ?? 1) <= 0;

/** A session was opened just now within this time, in ms. */
const freshForMs = 30_000;

/** Whether a session was opened seconds ago: in this page, or by what its token says. */
export const isFresh = ({ token, claims }: Session): boolean =>
  (opened?.token === token && Date.now() - opened.at < freshForMs) ||
  (claims?.iat !== undefined && Math.abs(hostNow() - claims.iat * 1000) < freshForMs);
