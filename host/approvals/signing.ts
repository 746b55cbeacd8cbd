import type { Context } from "hono";
import type { Db } from "../db/connection.ts";
import type { HostEnv } from "../http/host-env.ts";

/** A signature as it is kept with a slip, with all that somebody needs to check it without this host. */
export interface KeptSignature {
  /** The passkey's id, as WebAuthn's JSON forms have it. */
  readonly credentialId: string;
  /** Its public key: a SubjectPublicKeyInfo (DER), base64url. */
  readonly publicKey: string;
  /** The name that the passkey is bound to, and the origin that it signed at. */
  readonly rpId: string;
  readonly origin: string;
  /** The assertion's parts, base64url. The challenge in the client data is the digest's bytes. */
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
  readonly signature: string;
}

export interface ToVerify {
  /** Inside the transaction that keeps the signature; what is found out about the passkey is written by it, too. */
  readonly tx: Db;
  readonly adminId: string;
  /** SHA-256 in hexadecimal digits. */
  readonly digest: string;
  /** A WebAuthn assertion in its JSON form, as it came. */
  readonly signature: unknown;
  readonly now: Date;
  /** The request that it came with, which tells the host's own address where no option does. */
  readonly c: Context<HostEnv>;
}

/**
 * Checks that an admin has signed a digest with a passkey of theirs, their presence verified. Throws a Refusal with 400
 * and the field `signature` for one that doesn't hold.
 */
export type VerifySignature = (signed: ToVerify) => Promise<KeptSignature>;
