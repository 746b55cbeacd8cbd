import { vi } from "vitest";
import { SoftwarePasskey } from "./software-passkey.ts";

const buffer = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text, "base64url")).buffer;
const text = (bytes: BufferSource): string =>
  Buffer.from(
    bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  ).toString("base64url");

/** A credential as the browser gives it, with these fields of its response. */
const credential = (
  { id, rawId, type, response }: { id: string; rawId: string; type: string; response: { clientDataJSON: string } },
  fields: object,
) => ({
  id,
  rawId: buffer(rawId),
  type,
  response: { clientDataJSON: buffer(response.clientDataJSON), ...fields },
  getClientExtensionResults: () => ({}),
});

/** A stub of the browser's passkey API, scripted by the test. */
class StubPasskeys {
  readonly passkey = new SoftwarePasskey(location.origin);
  /** Thrown instead of an answer. */
  refusal: Error | undefined;
  /** Awaited before answering. */
  hold: Promise<void> | undefined;
  /** The options it was called with. */
  readonly asked: (CredentialRequestOptions | CredentialCreationOptions)[] = [];

  constructor() {
    vi.stubGlobal("isSecureContext", true);
    vi.stubGlobal("PublicKeyCredential", () => undefined);
    const credentials = {
      get: (options: CredentialRequestOptions) => this.#get(options),
      create: (options: CredentialCreationOptions) => this.#create(options),
    };
    Object.defineProperty(navigator, "credentials", { configurable: true, value: credentials });
  }

  async #say(options: CredentialRequestOptions | CredentialCreationOptions): Promise<void> {
    this.asked.push(options);
    await this.hold;
    if (this.refusal) throw this.refusal;
  }

  async #get(options: CredentialRequestOptions) {
    await this.#say(options);
    const { challenge, rpId } = options.publicKey ?? { challenge: new ArrayBuffer(0) };
    const made = this.passkey.get({ challenge: text(challenge), rpId });
    return credential(made, {
      authenticatorData: buffer(made.response.authenticatorData),
      signature: buffer(made.response.signature),
      userHandle: null,
    });
  }

  async #create(options: CredentialCreationOptions) {
    await this.#say(options);
    const { challenge = new ArrayBuffer(0), rp } = options.publicKey ?? {};
    const made = this.passkey.create({ challenge: text(challenge), rp: rp ?? {} });
    return credential(made, { attestationObject: buffer(made.response.attestationObject), getTransports: () => ["internal"] });
  }
}

/** Installs it in place of the browser's own API. */
export const stubPasskeys = (): StubPasskeys => new StubPasskeys();
