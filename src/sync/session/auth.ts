import type { AnswerOf, BodyOf, OpenCall } from "../../contract/call.ts";
import {
  type Admin,
  type OpenedSession,
  type PasskeyAsked,
  register as registerCall,
  resetPassword as resetCall,
  signIn as signInCall,
} from "../../contract/sign-in.ts";
import { forgetEnd } from "../../db/store/ended.ts";
import type { Answer, HostClient } from "../wire/host-client.ts";
import { sessionStore } from "../state/session-store.ts";

export type AuthOutcome =
  | { readonly is: "done" }
  /** Refused, by the host or by something in between; without a message the screen uses its own words. */
  | { readonly is: "refused"; readonly message: string | undefined }
  /** No readable answer; without a message, none at all. */
  | { readonly is: "unreachable"; readonly message: string | undefined };

function outcomeOf(answer: Answer<unknown>): AuthOutcome {
  switch (answer.is) {
    case "answered":
      return { is: "done" };
    case "refused":
      // A 502 and the like without a word are a proxy's, while the host is away.
      return { is: answer.message || answer.status < 502 ? "refused" : "unreachable", message: answer.message };
    case "lost":
      return { is: answer.why === "intercepted" ? "refused" : "unreachable", message: undefined };
    case "malformed":
      return { is: "unreachable", message: answer.problem };
    case "expired":
      return { is: "unreachable", message: undefined };
  }
}

/** Sends a call that opens a session; `keep` receives its answer. */
async function open<C extends OpenCall>(
  host: HostClient,
  call: C,
  body: BodyOf<C>,
  keep: (value: AnswerOf<C>) => void | Promise<void>,
): Promise<AuthOutcome> {
  const answer = await host.send(call, { body, firstByteWithinMs: 15_000 });
  if (answer.is === "answered") await keep(answer.value);
  return outcomeOf(answer);
}

/** Keeps a new session; clears an earlier end of the same token. */
async function keepSession(token: string, admin: Admin, refreshToken?: string | null): Promise<void> {
  await forgetEnd(token);
  sessionStore.open(token, admin, refreshToken);
}

/** Keeps a session that the host opened; false if it isn't wanted here. */
export type Keep = (opened: OpenedSession) => Promise<boolean>;

/** Result of giving a PIN. */
export type PinOutcome =
  | AuthOutcome
  /** Right PIN, but the host wants a passkey: `confirmWithPasskey` asks the browser (PASS-2). */
  | SecondStep;

export interface SecondStep {
  readonly is: "passkey";
  readonly asked: PasskeyAsked;
  readonly keep: Keep;
}

/** Sends a PIN to the host; shared by the sign-in page, the PIN dialog and the lock screen. */
export async function givePin(host: HostClient, body: BodyOf<typeof signInCall>, keep: Keep): Promise<PinOutcome> {
  const found: { asked?: PasskeyAsked; isKept?: boolean } = {};
  const outcome = await open(host, signInCall, body, async (answer) => {
    if ("passkey" in answer) found.asked = answer.passkey;
    else found.isKept = await keep(answer);
  });
  const { asked } = found;
  if (outcome.is !== "done") return outcome;
  if (asked) return { is: "passkey", asked, keep };
  return found.isKept === true ? outcome : { is: "refused", message: undefined };
}

/** Signs in (AUTH-3) and keeps the session. */
export const signIn = (host: HostClient, body: BodyOf<typeof signInCall>): Promise<PinOutcome> =>
  givePin(host, body, async ({ accessToken, admin, refreshToken }) => {
    await keepSession(accessToken, admin, refreshToken);
    return true;
  });

/** Registers (AUTH-4) and keeps the session. */
export const register = (host: HostClient, body: BodyOf<typeof registerCall>): Promise<AuthOutcome> =>
  open(host, registerCall, body, ({ token, user }) => keepSession(token, user));

/** Asks the host to send a reset link (AUTH-6). */
export const resetPassword = (host: HostClient, body: BodyOf<typeof resetCall>): Promise<AuthOutcome> =>
  open(host, resetCall, body, () => {});
