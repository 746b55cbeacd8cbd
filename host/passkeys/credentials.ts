import { createPublicKey } from "node:crypto";
import type { JsonWebKey } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { BodyIn } from "../http/call-types.ts";
import type { registerPasskey, SignedCredential } from "../../src/contract/passkeys.ts";
import type { passkeys } from "../db/schema.ts";
import type { RelyingParty } from "./relying-party.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;

/** EdDSA, ES256 and RS256: common among authenticators, and verifiable by a receipt's reader. */
const [eddsa, es256, rs256] = [-8, -7, -257] as const;
const algorithms = [eddsa, es256, rs256];

export const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

/** Imported on first use, to keep the start fast. */
const server = () => import("@simplewebauthn/server");

interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** Transports are stored and returned unchanged. */
const descriptorOf = ({ id, transports }: PasskeyRow): object => ({ id, type: "public-key", transports });

/** Creation options for a new passkey; `known` ones are excluded. */
export async function creationOptionsFor(party: RelyingParty, person: Person, known: readonly PasskeyRow[]) {
  const { generateRegistrationOptions } = await server();
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: "Counterfoil",
    userID: new Uint8Array(Buffer.from(person.id)),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: "none",
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
    timeout: 300_000,
  });
  return { ...options, excludeCredentials: known.map(descriptorOf) };
}

/** Request options for a signature by one of the passkeys; user verification required. */
export async function requestOptionsFor(party: RelyingParty, known: readonly PasskeyRow[], challenge?: Uint8Array) {
  const { generateAuthenticationOptions } = await server();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: "required",
    timeout: 120_000,
    ...(challenge === undefined ? {} : { challenge: new Uint8Array(challenge) }),
  });
  return { ...options, allowCredentials: known.map(descriptorOf) };
}

/** COSE key labels (RFC 9053). */
const label = { kty: 1, alg: 3, crv: -1, x: -2, y: -3, n: -1, e: -2 } as const;

/** A COSE key as SPKI (DER), base64url, which any signature library reads. Throws if the key isn't of its algorithm's kind. */
async function spkiOf(cose: Uint8Array<ArrayBuffer>): Promise<string> {
  const { isoCBOR } = await import("@simplewebauthn/server/helpers");
  const fields: unknown = isoCBOR.decodeFirst(cose);
  const field = (at: number): unknown => (fields instanceof Map ? fields.get(at) : undefined);
  const bytes = (at: number): string => {
    const value = field(at);
    return value instanceof Uint8Array ? base64url(value) : "";
  };
  const [alg, kty, crv] = [field(label.alg), field(label.kty), field(label.crv)];
  const jwk: JsonWebKey | undefined =
    alg === rs256 && kty === 3
      ? { kty: "RSA", n: bytes(label.n), e: bytes(label.e) }
      : alg === eddsa && kty === 1 && crv === 6
        ? { kty: "OKP", crv: "Ed25519", x: bytes(label.x) }
        : alg === es256 && kty === 2 && crv === 1
          ? { kty: "EC", crv: "P-256", x: bytes(label.x), y: bytes(label.y) }
          : undefined;
  if (jwk === undefined) throw new Error("The new passkey's key isn't of its algorithm's kind.");
  return base64url(createPublicKey({ key: jwk, format: "jwk" }).export({ type: "spki", format: "der" }));
}

/**
 * An attestation object without its statement, which nobody asked for: verifying one downloads whatever its certificates name, from
 * wherever the sender likes.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import("@simplewebauthn/server/helpers");
  const authData = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url"))).get("authData");
  return base64url(
    isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, never>>([
        ["fmt", "none"],
        ["attStmt", new Map<string, never>()],
        ["authData", authData],
      ]),
    ),
  );
}

type NewCredential = BodyIn<typeof registerPasskey>["credential"];

/** The stored part of a new passkey. */
export type NewPasskey = Pick<PasskeyRow, "id" | "publicKey" | "spki" | "counter" | "transports">;

const wireTransports = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string" && /^[a-z-]{1,20}$/.test(one)).slice(0, 10) : [];

/**
 * Verifies a new passkey. Returns its challenge, which the caller must consume. Throws if type, origin, rpId, user verification or
 * key is wrong.
 */
export async function readNew(party: RelyingParty, credential: NewCredential): Promise<{ passkey: NewPasskey; challenge: string }> {
  const { verifyRegistrationResponse } = await server();
  const { id, rawId, type, response } = credential;
  let challenge = "";
  const sent: RegistrationResponseJSON = {
    id,
    rawId,
    type,
    response: { clientDataJSON: response.clientDataJSON, attestationObject: await withoutStatement(response.attestationObject) },
    clientExtensionResults: {},
  };
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: sent,
    expectedChallenge: (found) => {
      challenge = found;
      return true;
    },
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    expectedType: "webauthn.create",
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  });
  if (!verified) throw new Error("The new passkey's signature is wrong.");
  const { credential: made } = registrationInfo;
  return {
    challenge,
    passkey: {
      id: made.id,
      publicKey: base64url(made.publicKey),
      spki: await spkiOf(made.publicKey),
      counter: made.counter,
      transports: wireTransports(response["transports"]),
    },
  };
}

/**
 * Verifies that one of an admin's passkeys signed a challenge (base64url): type, challenge, origin, rpId, user verification,
 * counter and signature. Returns the new counter and the page's origin; throws if anything is wrong.
 */
export async function checkSigned(
  party: RelyingParty,
  row: PasskeyRow,
  { id, rawId, type, response }: SignedCredential,
  challenge: string,
): Promise<{ readonly counter: number; readonly origin: string }> {
  const { verifyAuthenticationResponse } = await server();
  const { userHandle, clientDataJSON, authenticatorData, signature } = response;
  if (userHandle !== undefined && userHandle !== "" && userHandle !== base64url(Buffer.from(row.adminId)))
    throw new Error("The passkey is another admin's.");
  const sent: AuthenticationResponseJSON = {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature },
    clientExtensionResults: {},
  };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: sent,
    expectedChallenge: challenge,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    expectedType: "webauthn.get",
    requireUserVerification: true,
    credential: { id: row.id, publicKey: new Uint8Array(Buffer.from(row.publicKey, "base64url")), counter: row.counter },
  });
  if (!verified) throw new Error("The signature is wrong.");
  return { counter: authenticationInfo.newCounter, origin: authenticationInfo.origin };
}
