import { emailKey } from "../../contract/emails.ts";
import { refreshToken as refreshCall } from "../../contract/refresh-session.ts";
import type { Claims } from "../../contract/sign-in.ts";
import { forgetEnd } from "../../db/store/ended.ts";
import { type PinOutcome, givePin } from "./auth.ts";
import type { HostClient } from "../wire/host-client.ts";
import type { Host } from "../wire/host.ts";
import { endReplaced } from "./replaced-session.ts";
import { begunAs, decodeClaims, hostNow, identityOf, type Session, sessionStore, tokenKey, userKey } from "../state/session-store.ts";
import { readItem, writeItem } from "../state/storage.ts";

/** The session's email, from the host or the token. */
export const knownEmail = (session = sessionStore.current()): string | undefined => session?.admin.email ?? session?.claims?.email;

/** Whether a token belongs to someone else than the session. */
function isForeign(session: Session, { sub, email }: Claims): boolean {
  const known = session.claims?.sub;
  if (known !== undefined && sub !== undefined) return known !== sub;
  return email !== undefined && emailKey(email) !== emailKey(session.claims?.email ?? session.admin.email ?? email);
}

/** Whether a token was already expired when issued: it would be refreshed endlessly. */
const isSpent = ({ iat, exp }: Claims): boolean => exp !== undefined && exp * 1000 <= (iat === undefined ? hostNow() : iat * 1000);

/**
 * Requests a new token with the refresh token. False if there is none, the host refuses, the new token is unusable here (AUTH-15),
 * or the session changed meanwhile.
 */
export async function refreshSession(host: HostClient, signal?: AbortSignal): Promise<boolean> {
  const session = sessionStore.current();
  const refreshToken = sessionStore.refreshToken();
  if (!session || refreshToken === undefined) return false;
  const answer = await host.send(refreshCall, { body: { refreshToken }, firstByteWithinMs: 15_000, signal });
  if (answer.is !== "answered" || answer.value.accessToken === session.token) return false;
  const claims = decodeClaims(answer.value.accessToken);
  if (claims && (isForeign(session, claims) || isSpent(claims))) return false;
  // Neither the host nor the tokens say who it is: what the session began as names the cache and the fence of what is unsettled.
  // Another tab's session may be stored before this one hears of it.
  if (readItem(tokenKey) === session.token && identityOf(answer.value.accessToken, session.admin) !== session.identity)
    writeItem(userKey, JSON.stringify({ ...session.admin, [begunAs]: session.identity }));
  return sessionStore.renew(answer.value.accessToken, session, answer.value.refreshToken);
}

/**
 * Signs the same admin in again by PIN, keeping screens and cache (AUTH-15). Refuses another admin's PIN, and an answer after the
 * session has ended. Also ends the replaced session at the host.
 */
export function signInAgain(host: Host, email: string, passwordPin: string): Promise<PinOutcome> {
  return givePin(host.client, { email, passwordPin }, async ({ accessToken, admin, refreshToken }) => {
    await forgetEnd(accessToken);
    const session = sessionStore.current();
    // Another tab's sign-out, or sign-in, may be stored before this one hears of it.
    if (!session || readItem(tokenKey) !== session.token) return false;
    const isSame =
      emailKey(knownEmail(session) ?? "") === emailKey(email) ||
      identityOf(accessToken, admin) === identityOf(session.token, session.admin);
    if (!isSame) return false;
    sessionStore.open(accessToken, { ...session.admin, ...admin, [begunAs]: session.identity }, refreshToken);
    void endReplaced(host, session);
    return true;
  });
}
