import {
  WebAuthnAbortService,
  WebAuthnError,
  base64URLStringToBuffer,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import type { CreationOptions, RequestOptions } from "../../contract/passkeys.ts";

/** Why the browser gave no passkey. */
export type NoPasskey =
  /** The page was served over plain http. */
  | "insecure"
  /** The page's host name is an IP address; passkeys need a domain name. */
  | "address"
  /** The passkeys belong to another domain. */
  | "otherName"
  | "unsupported"
  /** Cancelled or timed out; browsers don't tell which. */
  | "cancelled"
  /** This device already has one of the account's passkeys. */
  | "known"
  /** No authenticator here can verify its user (PIN, fingerprint or face). */
  | "unverified"
  /** The host asks for one, but its config.json names no passkeys. */
  | "unannounced"
  /** The host would have another text signed than the one shown. */
  | "otherText"
  | "failed";

export type Given<T> = { readonly is: "given"; readonly value: T } | { readonly is: "none"; readonly why: NoPasskey };

/** IPv6 host names have brackets. */
const isAddress = (name: string): boolean => name.startsWith("[") || /^\d+(\.\d+){3}$/.test(name);

/** Why this page can't use passkeys at all; undefined: it can. */
export function whyNoPasskeys(): NoPasskey | undefined {
  if (!globalThis.isSecureContext) return "insecure";
  if (isAddress(location.hostname)) return "address";
  return typeof globalThis.PublicKeyCredential === "function" ? undefined : "unsupported";
}

const reasons: Readonly<Partial<Record<WebAuthnError["code"], NoPasskey>>> = {
  ERROR_CEREMONY_ABORTED: "cancelled",
  ERROR_INVALID_DOMAIN: "address",
  ERROR_INVALID_RP_ID: "otherName",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "known",
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: "unverified",
};

function whyNone(error: unknown): NoPasskey {
  const told = error instanceof WebAuthnError ? reasons[error.code] : undefined;
  if (told !== undefined) return told;
  // NotAllowedError covers refusal, timeout and a missing passkey.
  return error instanceof Error && error.name === "NotAllowedError" ? "cancelled" : "failed";
}

async function given<T>(ask: () => Promise<T>): Promise<Given<T>> {
  const why = whyNoPasskeys();
  if (why !== undefined) return { is: "none", why };
  try {
    return { is: "given", value: await ask() };
  } catch (error) {
    return { is: "none", why: whyNone(error) };
  }
}

/** The bytes that the host would have signed, in lower-case hex; undefined if it names none. */
export function challengeOf({ challenge }: RequestOptions): string | undefined {
  try {
    return Array.from(new Uint8Array(base64URLStringToBuffer(challenge)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  } catch {
    return undefined;
  }
}

/** Asks the browser for a signature by a passkey. Never rejects. */
export const askForSigned = (options: RequestOptions) => given(() => startAuthentication({ optionsJSON: options }));

/** Asks the browser for a new passkey. Never rejects. */
export const askForNew = (options: CreationOptions) => given(() => startRegistration({ optionsJSON: options }));

/** Cancels the browser's passkey prompt. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony();
