import { emailKey } from "../../contract/emails.ts";
import { refreshToken as refreshCall } from "../../contract/refresh-session.ts";
import type { Claims } from "../../contract/sign-in.ts";
import { forgetEnd } from "../../db/store/ended.ts";
import { type PinOutcome, givePin } from "./auth.ts";
import type { HostClient } from "../wire/host-client.ts";
import type { Host } from "../wire/host.ts";
import { endReplaced } from "./replaced-session.ts";
import { decodeClaims, hostNow, identityOf, type Session, sessionStore } from "../state/session-store.ts";

/** The email of whoever is signed in, where the host or the token told it. */
export const knownEmail = (session = sessionStore.current()): string | undefined => session?.admin.email ?? session?.claims?.email;

/** Whether a token says that it is somebody else's than the session's. */
function isForeign(session: Session, { sub, email }: Claims): boolean {
  const known = session.claims?.sub;
  if (known !== undefined && sub !== undefined) return known !== sub;
  return email !== undefined && emailKey(email) !== emailKey(session.claims?.email ?? session.admin.email ?? email);
}

/** Whether a token has run out as it comes: it would be refreshed without end. */
const isSpent = ({ iat, exp }: Claims): boolean => exp !== undefined && exp * 1000 <= (iat === undefined ? hostNow() : iat * 1000);

/**
 * Asks for a new token with what the host gave to refresh with. False where it gave nothing, refuses, or gives one that is
 * of no use here (AUTH-15), and where the session is another one by the time of the answer.
 */
export async function refreshSession(host: HostClient, signal?: AbortSignal): Promise<boolean> {
  const session = sessionStore.current();
  const refreshToken = sessionStore.refreshToken();
  if (!session || refreshToken === undefined) return false;
  const answer = await host.send(refreshCall, { body: { refreshToken }, firstByteWithinMs: 15_000, signal });
  if (answer.is !== "answered" || answer.value.accessToken === session.token) return false;
  const claims = decodeClaims(answer.value.accessToken);
  if (claims && (isForeign(session, claims) || isSpent(claims))) return false;
  return sessionStore.renew(answer.value.accessToken, session);
}

/**
 * Signs the same admin in again with their PIN, while their screens and their cache stay (AUTH-15). Somebody else's PIN is
 * refused, and so is one that comes when the session has ended. The session that is replaced ends at the host, too.
 */
export function signInAgain(host: Host, email: string, passwordPin: string): Promise<PinOutcome> {
  return givePin(host.client, { email, passwordPin }, async ({ accessToken, admin, refreshToken }) => {
    await forgetEnd(accessToken);
    const session = sessionStore.current();
    if (!session) return false;
    const isSame = emailKey(knownEmail(session) ?? "") === emailKey(email) || identityOf(accessToken, admin) === session.identity;
    if (!isSame) return false;
    sessionStore.open(accessToken, { ...session.admin, ...admin }, refreshToken);
    void endReplaced(host, session);
    return true;
  });
}
