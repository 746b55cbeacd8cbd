import type { AnswerOf, BodyOf, OpenCall } from "../../contract/call.ts";
import {
  type OpenedSession,
  type PasskeyAsked,
  register as registerCall,
  resetPassword as resetCall,
  signIn as signInCall,
} from "../../contract/sign-in.ts";
import { forgetEnd } from "../../db/store/ended.ts";
import type { Answer, HostClient } from "../wire/host-client.ts";
import { sessionStore, tokenKey } from "../state/session-store.ts";
import { readItem } from "../state/storage.ts";

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

/** Sends a call that opens a session; `keep` receives its answer, and resolves to false if it isn't wanted here. */
async function open<C extends OpenCall>(
  host: HostClient,
  call: C,
  body: BodyOf<C>,
  keep: (value: AnswerOf<C>) => void | Promise<boolean>,
): Promise<AuthOutcome> {
  const answer = await host.send(call, { body, firstByteWithinMs: 15_000 });
  const isKept = answer.is !== "answered" || (await keep(answer.value)) !== false;
  return isKept ? outcomeOf(answer) : { is: "refused", message: undefined };
}

/** Keeps a session that the host opened; false if it isn't wanted here. */
export type Keep = (opened: OpenedSession) => Promise<boolean>;

/** Keeps a new session, and clears an earlier end of its token; unless another tab has signed in or out since. */
function keepNew(): Keep {
  const before = readItem(tokenKey);
  return async ({ accessToken, admin, refreshToken }) => {
    await forgetEnd(accessToken);
    if (readItem(tokenKey) !== before) return false;
    sessionStore.open(accessToken, admin, refreshToken);
    return true;
  };
}

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
  let asked: PasskeyAsked | undefined;
  const outcome = await open(host, signInCall, body, (answer) => {
    if (!("passkey" in answer)) return keep(answer);
    asked = answer.passkey;
  });
  return asked ? { is: "passkey", asked, keep } : outcome;
}

/** Signs in (AUTH-3) and keeps the session. */
export const signIn = (host: HostClient, body: BodyOf<typeof signInCall>): Promise<PinOutcome> => givePin(host, body, keepNew());

/** Registers (AUTH-4) and keeps the session. */
export function register(host: HostClient, body: BodyOf<typeof registerCall>): Promise<AuthOutcome> {
  const keep = keepNew();
  return open(host, registerCall, body, ({ token, user }) => keep({ accessToken: token, admin: user }));
}

/** Asks the host to send a reset link (AUTH-6). */
export const resetPassword = (host: HostClient, body: BodyOf<typeof resetCall>): Promise<AuthOutcome> =>
  open(host, resetCall, body, () => {});
