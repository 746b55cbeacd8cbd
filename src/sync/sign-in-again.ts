import { refreshToken as refreshCall, signIn as signInCall } from "../contract/sign-in.ts";
import { type AuthOutcome, open, refreshing } from "./auth.ts";
import type { HostClient } from "./host-client.ts";
import { identityOf, sessionStore } from "./session-store.ts";

/** Asks for a new token with what the host gave to refresh with; false where it gave nothing, or refuses (AUTH-15). */
export async function refreshSession(host: HostClient): Promise<boolean> {
  const { token } = refreshing;
  if (token === undefined) return false;
  const answer = await host.send(refreshCall, { body: { refreshToken: token }, firstByteWithinMs: 15_000 });
  if (answer.is !== "answered") return false;
  sessionStore.renew(answer.value.accessToken);
  return true;
}

/** The email of whoever is signed in, where the host or the token told it. */
export const knownEmail = (session = sessionStore.current()): string | undefined => session?.admin.email ?? session?.claims?.email;

/**
 * Signs the same admin in again with their PIN, while their screens and their cache stay (AUTH-15). Somebody else's PIN is
 * refused, and so is one that comes when the session has ended.
 */
export async function signInAgain(host: HostClient, email: string, passwordPin: string): Promise<AuthOutcome> {
  let isSame = false;
  const outcome = await open(host, signInCall, { email, passwordPin }, ({ accessToken, admin, refreshToken }) => {
    const session = sessionStore.current();
    if (!session) return;
    isSame = knownEmail(session)?.toLowerCase() === email.toLowerCase() || identityOf(accessToken, admin) === session.identity;
    if (!isSame) return;
    refreshing.token = refreshToken;
    sessionStore.open(accessToken, { ...session.admin, ...admin });
  });
  return outcome.is === "done" && !isSame ? { is: "refused", message: undefined } : outcome;
}
