import { WebAuthnAbortService, WebAuthnError, startAuthentication, startRegistration } from "@simplewebauthn/browser";
import type { CreationOptions, RequestOptions } from "../../contract/passkeys.ts";

/** Why a browser gave no passkey: what the page is, what the person did, or what the device can't. */
export type NoPasskey =
  /** The page came by plain http. */
  | "insecure"
  /** The page's host name is an address, such as 127.0.0.1: passkeys belong to names. */
  | "address"
  /** The passkeys belong to another name than the page's. */
  | "otherName"
  | "unsupported"
  /** The person said no, or let the time pass; browsers don't tell which. */
  | "cancelled"
  /** This device has one of the account's passkeys already. */
  | "known"
  /** Nothing at hand can verify its user, by a PIN, a finger or a face. */
  | "unverified"
  | "failed";

export type Given<T> = { readonly is: "given"; readonly value: T } | { readonly is: "none"; readonly why: NoPasskey };

/** An IPv6 address has brackets in a page's host name. */
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
  // Browsers say NotAllowedError for a refusal, a time that has passed, and a passkey that isn't there.
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

/** Asks the browser for a signature by a passkey. Never rejects. */
export const askForSigned = (options: RequestOptions) => given(() => startAuthentication({ optionsJSON: options }));

/** Asks the browser for a new passkey. Never rejects. */
export const askForNew = (options: CreationOptions) => given(() => startRegistration({ optionsJSON: options }));

/** Takes back what the browser is being asked. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony();
