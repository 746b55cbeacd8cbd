import type { AnswerOf, BodyOf, OpenCall } from "../contract/call.ts";
import {
  logout,
  refreshToken as refreshCall,
  register as registerCall,
  resetPassword as resetCall,
  signIn as signInCall,
} from "../contract/sign-in.ts";
import type { Answer, HostClient } from "./host-client.ts";
import { pause, systemClock } from "./reach.ts";
import { sessionStore } from "./session-store.ts";

export type AuthOutcome =
  | { readonly is: "done" }
  /** The host said no; without a message the screen has its own words. */
  | { readonly is: "refused"; readonly message: string | undefined }
  /** No answer, or none that can be read. */
  | { readonly is: "unreachable"; readonly message: string };

/** Only the host knows whether there is more to it, so nothing here waits longer than this (AUTH-10), in ms. */
const logoutWithinMs = 3000;

/** Given by the host at sign-in, used once its token has run out; it lives as long as the page (AUTH-15). */
let refreshToken: string | undefined;

function outcomeOf(answer: Answer<unknown>): AuthOutcome {
  switch (answer.is) {
    case "answered":
      return { is: "done" };
    case "refused":
      return { is: "refused", message: answer.message };
    case "malformed":
      return { is: "unreachable", message: answer.problem };
    case "lost":
    case "expired":
      return { is: "unreachable", message: "The host can't be reached. Check the connection and try again." };
  }
}

async function open<C extends OpenCall>(
  host: HostClient,
  call: C,
  body: BodyOf<C>,
  keep: (value: AnswerOf<C>) => void,
): Promise<AuthOutcome> {
  const answer = await host.send(call, { body, firstByteWithinMs: 15_000 });
  if (answer.is === "answered") keep(answer.value);
  return outcomeOf(answer);
}

/** Signs in (AUTH-3) and keeps the session. */
export const signIn = (host: HostClient, body: BodyOf<typeof signInCall>): Promise<AuthOutcome> =>
  open(host, signInCall, body, (value) => {
    refreshToken = value.refreshToken;
    sessionStore.open(value.accessToken, value.admin);
  });

/** Registers (AUTH-4) and keeps the session. */
export const register = (host: HostClient, body: BodyOf<typeof registerCall>): Promise<AuthOutcome> =>
  open(host, registerCall, body, (value) => {
    refreshToken = undefined;
    sessionStore.open(value.token, value.user);
  });

/** Asks the host to send a reset link (AUTH-6). */
export const resetPassword = (host: HostClient, body: BodyOf<typeof resetCall>): Promise<AuthOutcome> =>
  open(host, resetCall, body, () => {});

/** Asks for a new token with what the host gave to refresh with; false where it gave nothing, or refuses (AUTH-15). */
export async function refreshSession(host: HostClient): Promise<boolean> {
  if (refreshToken === undefined) return false;
  const answer = await host.send(refreshCall, { body: { refreshToken }, firstByteWithinMs: 15_000 });
  if (answer.is !== "answered") return false;
  sessionStore.renew(answer.value.accessToken);
  return true;
}

/** Signs the same admin in again with his PIN, while his screen and his cache stay (AUTH-15). */
export const signInAgain = (host: HostClient, email: string, passwordPin: string): Promise<AuthOutcome> =>
  open(host, signInCall, { email, passwordPin }, (value) => {
    refreshToken = value.refreshToken;
    sessionStore.open(value.accessToken, { ...sessionStore.current()?.admin, ...value.admin });
  });

/** Tells the host that the session ends; whatever it answers, and within three seconds (AUTH-10). */
export async function tellHostOfLogout(host: HostClient): Promise<void> {
  const enough = new AbortController();
  await Promise.race([host.send(logout, { signal: enough.signal }), pause(systemClock, logoutWithinMs)]);
  enough.abort();
  refreshToken = undefined;
}
