import type { Context } from "hono";
import type { Db } from "../db/connection.ts";
import type { HostEnv } from "../http/host-env.ts";
import type { Refusal } from "../http/refusal.ts";

/** A signature as stored with a slip, with everything needed to verify it without this host. */
export interface KeptSignature {
  /** The passkey's id, as in WebAuthn's JSON forms. */
  readonly credentialId: string;
  /** Its public key: a SubjectPublicKeyInfo (DER), base64url. */
  readonly publicKey: string;
  /** The passkey's relying-party ID, and the origin where it signed. */
  readonly rpId: string;
  readonly origin: string;
  /** The assertion's parts, base64url. The challenge in the client data is the digest's bytes. */
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
  readonly signature: string;
}

export interface ToVerify {
  /** The transaction that stores the signature; passkey state (such as the counter) is written in it too. */
  readonly tx: Db;
  readonly adminId: string;
  /** SHA-256, hex. */
  readonly digest: string;
  /** A WebAuthn assertion in its JSON form, unvalidated. */
  readonly signature: unknown;
  readonly now: Date;
  /** The request it came with; gives the host's address when no option sets it. */
  readonly c: Context<HostEnv>;
}

/**
 * Verifies that an admin signed a digest with one of their passkeys, with user verification, and uses the signature up. Throws a
 * Refusal (400, field `signature`) if not; returns one that leaves it used up.
 */
export type VerifySignature = (signed: ToVerify) => Promise<KeptSignature | Refusal>;
