import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string): Buffer => createHash("sha256").update(bytes).digest();

/** Overrides of what a browser and an authenticator would say. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly userVerified?: boolean;
  readonly crossOrigin?: boolean;
  /** Absent: the last one plus one. */
  readonly counter?: number;
  readonly userHandle?: string;
  /** Put before the client data. */
  readonly before?: string;
  /** What a new passkey says of its device; absent: nothing. */
  readonly statement?: { readonly fmt: string; readonly attStmt: ReadonlyMap<string, unknown> };
  /** The COSE algorithm that a new passkey names. */
  readonly alg?: number;
}

const userPresent = 0x01;
const userVerified = 0x04;
const attested = 0x40;

/** A software passkey (ES256) for host tests: answers options as a browser with an authenticator does. */
export class SoftwarePasskey {
  readonly id = randomBytes(16);
  readonly origin: string;
  counter: number;
  readonly #keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject } = generateKeyPairSync("ec", { namedCurve: "P-256" });

  /** `counter`: 0 for one without a counter, such as a synced passkey. */
  constructor(origin = "http://localhost", counter = 1) {
    this.origin = origin;
    this.counter = counter;
  }

  #clientData(type: string, challenge: string, lies: Lies): Buffer {
    const said = {
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? this.origin,
      crossOrigin: lies.crossOrigin ?? false,
    };
    return Buffer.from((lies.before ?? "") + JSON.stringify(said));
  }

  #authenticatorData(rpId: string, more: number, lies: Lies): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? this.counter);
    const flags = userPresent | (lies.userVerified === false ? 0 : userVerified) | more;
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags]), count]);
  }

  /** The response to registration options. */
  create(options: { readonly challenge: string; readonly rp: { readonly id?: string | undefined } }, lies: Lies = {}) {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, lies.alg ?? -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const authData = Buffer.concat([
      this.#authenticatorData(options.rp.id ?? "", attested, lies),
      Buffer.alloc(16),
      length,
      this.id,
      Buffer.from(cose),
    ]);
    const attestation = new Map<string, unknown>([
      ["fmt", lies.statement?.fmt ?? "none"],
      ["attStmt", lies.statement?.attStmt ?? new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return {
      id: base64url(this.id),
      rawId: base64url(this.id),
      type: "public-key",
      response: {
        clientDataJSON: base64url(this.#clientData("webauthn.create", options.challenge, lies)),
        attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        transports: ["internal"],
      },
      clientExtensionResults: {},
    };
  }

  /** The response to request options. */
  get(options: { readonly challenge: string; readonly rpId?: string | undefined }, lies: Lies = {}) {
    if (this.counter > 0) this.counter += 1;
    const clientData = this.#clientData("webauthn.get", options.challenge, lies);
    const authData = this.#authenticatorData(options.rpId ?? "", 0, lies);
    return {
      id: base64url(this.id),
      rawId: base64url(this.id),
      type: "public-key",
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(sign("sha256", Buffer.concat([authData, sha256(clientData)]), this.#keys.privateKey)),
        ...(lies.userHandle === undefined ? {} : { userHandle: lies.userHandle }),
      },
      clientExtensionResults: {},
    };
  }
}
