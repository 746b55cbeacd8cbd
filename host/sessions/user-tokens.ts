import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts users' refresh tokens. They must be shown, so can't be hashed; a dump of their table alone doesn't reveal them. */
export class TokenSeal {
  readonly #key: Buffer;

  constructor(hostKey: Uint8Array) {
    this.#key = Buffer.from(hkdfSync("sha256", hostKey, "", "user refresh tokens", 32));
  }

  seal(token: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(token, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
  }

  /** Throws if the text was altered or sealed with another key. */
  open(sealed: string): string {
    const bytes = Buffer.from(sealed, "base64url");
    const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  }
}

/** A token with all but its ends masked. */
export const masked = (token: string): string => `${token.slice(0, 4)}${"•".repeat(8)}${token.slice(-4)}`;
