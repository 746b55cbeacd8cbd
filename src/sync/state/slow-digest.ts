/** Rounds of PBKDF2 with SHA-256: about 20 ms of one core, which a funding can wait for and a million guesses can't. */
const rounds = 100_000;

const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A digest of a text, base64, that takes long to work out, and the key where there is one. */
export async function slowDigest(salt: string, text: string, key: CryptoKey | undefined): Promise<string> {
  const plain = encoded(`${salt}\n${text}`);
  const secret = key ? await crypto.subtle.sign("HMAC", key, plain) : plain;
  const base = await crypto.subtle.importKey("raw", secret, "PBKDF2", false, ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt: encoded(salt), iterations: rounds }, base, 256);
  return btoa(String.fromCodePoint(...new Uint8Array(bits)));
}
