import * as v from "valibot";
import {
  type SignedCredential,
  newCredential,
  registerOptions,
  registerPasskey,
  removePasskey,
  requestOptions,
  signInWithPasskey,
  signOptions,
  signedCredential,
} from "../../contract/passkeys.ts";
import type { SecondStep } from "./auth.ts";
import { type NoPasskey, askForNew, askForSigned, challengeOf, stopAsking } from "./browser-passkeys.ts";
import type { Answer } from "../wire/host-client.ts";
import type { Host } from "../wire/host.ts";

export { type NoPasskey, stopAsking, whyNoPasskeys } from "./browser-passkeys.ts";

/** Timeout for the first byte, in ms. */
const firstByteWithinMs = 15_000;

/** Result of a passkey call; idempotent, so nothing needs settling. */
export type PasskeyEnd<T = undefined> =
  | { readonly is: "done"; readonly value: T }
  /** The browser gave no passkey. */
  | { readonly is: "none"; readonly why: NoPasskey }
  /** The host refused. */
  | { readonly is: "refused"; readonly status: number; readonly message: string | undefined }
  /** No readable answer. */
  | { readonly is: "lost"; readonly message: string | undefined };

/** Path of the admin's passkeys; undefined if not offered. */
export const passkeysPath = ({ config }: Host): string | undefined => config.passkeys;

type Failed = Exclude<PasskeyEnd, { readonly is: "done" }>;

function failedBy(answer: Exclude<Answer<unknown>, { readonly is: "answered" }>): Failed {
  switch (answer.is) {
    case "refused":
      return { is: "refused", status: answer.status, message: answer.message };
    case "expired":
      return { is: "refused", status: 401, message: undefined };
    case "malformed":
      return { is: "lost", message: answer.problem };
    case "lost":
      return { is: "lost", message: undefined };
  }
}

/** Adds a named passkey: options from the host, credential from the browser, registration at the host. Never rejects. */
export async function addPasskey(host: Host, name: string): Promise<PasskeyEnd> {
  const path = passkeysPath(host) ?? "";
  const asked = await host.client.send(registerOptions, { path: `${path}/register/options`, body: {}, firstByteWithinMs });
  if (asked.is !== "answered") return failedBy(asked);
  const made = await askForNew(asked.value.options);
  if (made.is === "none") return made;
  const credential = v.safeParse(newCredential, made.value);
  if (!credential.success) return { is: "none", why: "failed" };
  const body = { name, credential: credential.output };
  const kept = await host.client.send(registerPasskey, { path: `${path}/register`, body, firstByteWithinMs });
  return kept.is === "answered" ? { is: "done", value: undefined } : failedBy(kept);
}

/** Removes one of the admin's passkeys. Never rejects. */
export async function takeAway(host: Host, id: string): Promise<PasskeyEnd> {
  const answer = await host.client.send(removePasskey, { path: `${passkeysPath(host) ?? ""}/{id}`, params: { id }, firstByteWithinMs });
  return answer.is === "answered" ? { is: "done", value: undefined } : failedBy(answer);
}

/** Asks the browser to sign with the host's options; an answer that isn't valid WebAuthn counts as none. */
async function signed(options: unknown): Promise<PasskeyEnd<SignedCredential>> {
  const asked = v.safeParse(requestOptions, options);
  if (!asked.success) return { is: "lost", message: undefined };
  const found = await askForSigned(asked.output);
  if (found.is === "none") return found;
  const credential = v.safeParse(signedCredential, found.value);
  return credential.success ? { is: "done", value: credential.output } : { is: "none", why: "failed" };
}

/** Second sign-in step: asks the browser for the passkey; may be retried (PASS-2). Never rejects. */
export async function confirmWithPasskey(host: Host, { asked: { ticket, options }, keep }: SecondStep): Promise<PasskeyEnd> {
  const path = passkeysPath(host);
  if (path === undefined) return { is: "none", why: "unannounced" };
  const found = await signed(options);
  if (found.is !== "done") return found;
  const answer = await host.client.send(signInWithPasskey, {
    path: `${path}/signin`,
    body: { ticket, credential: found.value },
    firstByteWithinMs,
  });
  if (answer.is !== "answered") return failedBy(answer);
  return (await keep(answer.value)) ? { is: "done", value: undefined } : { is: "refused", status: 403, message: undefined };
}

/**
 * Gets the admin's passkey signature of a digest (SHA-256, lower-case hex); never reused (PASS-4). Aborting `signal` takes the prompt
 * away, and keeps it from coming up. A host that would have something else signed gets nothing. Never rejects.
 */
export async function signDigest(host: Host, digest: string, signal: AbortSignal): Promise<PasskeyEnd<SignedCredential>> {
  const path = `${passkeysPath(host) ?? ""}/sign/options`;
  const asked = await host.client.send(signOptions, { path, body: { digest }, firstByteWithinMs, signal });
  if (signal.aborted) return { is: "none", why: "cancelled" };
  if (asked.is !== "answered") return failedBy(asked);
  const { options } = asked.value;
  if (challengeOf(options) !== digest) return { is: "none", why: "otherText" };
  signal.addEventListener("abort", stopAsking);
  const end = await signed(options);
  signal.removeEventListener("abort", stopAsking);
  return end;
}
