import { createHash, generateKeyPairSync, sign } from "node:crypto";
import type { KeptSignature, VerifySignature } from "../../../host/approvals/signing.ts";
import { badField } from "../../../host/http/refusal.ts";

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();

/** A passkey that signs as in WebAuthn. */
export interface Passkey {
  readonly publicKey: string;
  /** The assertion's parts for a digest. */
  readonly assert: (digest: string) => KeptSignature;
}

export function makePasskey(curve: "P-256" | "ed25519" = "P-256", rpId = "desk.example", origin = "https://desk.example"): Passkey {
  const { privateKey, publicKey } = curve === "P-256" ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : generateKeyPairSync("ed25519");
  const spki = publicKey.export({ format: "der", type: "spki" }).toString("base64url");
  return {
    publicKey: spki,
    assert: (digest) => {
      const challenge = Buffer.from(digest, "hex").toString("base64url");
      const clientData = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin, crossOrigin: false }));
      // User present and verified, counter 1.
      const authenticatorData = Buffer.concat([sha256(rpId), Buffer.from([5, 0, 0, 0, 1])]);
      const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
      return {
        credentialId: spki.slice(-20),
        publicKey: spki,
        rpId,
        origin,
        authenticatorData: authenticatorData.toString("base64url"),
        clientDataJSON: clientData.toString("base64url"),
        signature: sign(curve === "P-256" ? "sha256" : null, signed, privateKey).toString("base64url"),
      };
    },
  };
}

const isKept = (signature: unknown): signature is KeptSignature =>
  typeof signature === "object" && signature !== null && "clientDataJSON" in signature && typeof signature.clientDataJSON === "string";

/** Accepts what `assert` made for the digest; same interface as the real verification. */
export const takesAsserted: VerifySignature = async ({ digest, signature }) => {
  const challenge = Buffer.from(digest, "hex").toString("base64url");
  if (!isKept(signature) || !Buffer.from(signature.clientDataJSON, "base64url").includes(challenge))
    throw badField("signature", "is of another text");
  return signature;
};
