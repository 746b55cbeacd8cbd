import type { AnswerOf, BodyOf, OpenCall } from "../contract/call.ts";
import { register as registerCall, resetPassword as resetCall, signIn as signInCall } from "../contract/sign-in.ts";
import type { Answer, HostClient } from "./host-client.ts";
import { sessionStore } from "./session-store.ts";

export type AuthOutcome =
  | { readonly is: "done" }
  /** The host said no; without a message the screen has its own words. */
  | { readonly is: "refused"; readonly message: string | undefined }
  /** No answer, or none that can be read. */
  | { readonly is: "unreachable"; readonly message: string };

/** Given by the host at sign-in, used once its token has run out; it lives as long as the page (AUTH-15). */
export const refreshing: { token: string | undefined } = { token: undefined };

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

/** Sends a call that opens a session; `keep` has its answer. */
export async function open<C extends OpenCall>(
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
    refreshing.token = value.refreshToken;
    sessionStore.open(value.accessToken, value.admin);
  });

/** Registers (AUTH-4) and keeps the session. */
export const register = (host: HostClient, body: BodyOf<typeof registerCall>): Promise<AuthOutcome> =>
  open(host, registerCall, body, (value) => {
    refreshing.token = undefined;
    sessionStore.open(value.token, value.user);
  });

/** Asks the host to send a reset link (AUTH-6). */
export const resetPassword = (host: HostClient, body: BodyOf<typeof resetCall>): Promise<AuthOutcome> =>
  open(host, resetCall, body, () => {});
