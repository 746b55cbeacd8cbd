/** PBKDF2-SHA-256 iterations: about 20 ms of one core; acceptable for one funding, prohibitive for a million guesses. */
const rounds = 100_000;

const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Slow digest of a text, base64; keyed with `key` if given. */
export async function slowDigest(salt: string, text: string, key: CryptoKey | undefined): Promise<string> {
  const plain = encoded(`${salt}\n${text}`);
  const secret = key ? await crypto.subtle.sign("HMAC", key, plain) : plain;
  const base = await crypto.subtle.importKey("raw", secret, "PBKDF2", false, ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt: encoded(salt), iterations: rounds }, base, 256);
  return btoa(String.fromCodePoint(...new Uint8Array(bits)));
}
