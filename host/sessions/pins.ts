import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** The work that one hash takes: scrypt's N (a power of two), r and p. */
export interface PinCost {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/** About a tenth of a second of one core, 32 MB: OWASP's advice for scrypt with N = 2^15. */
export const defaultPinCost: PinCost = { n: 2 ** 15, r: 8, p: 3 };

const derive = (pin: string, salt: Buffer, { n, r, p }: PinCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(pin.normalize("NFKC"), salt, 32, { N: n, r, p, maxmem: 256 * n * r }, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** Hashes a PIN with a salt of its own. The cost is part of the text, so that it can be raised later. */
export async function hashPin(pin: string, cost: PinCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(pin, salt, cost);
  return ["scrypt", cost.n, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Whether the PIN is the one that was hashed; false for anything that is no hash. */
export async function verifyPin(pin: string, hash: string): Promise<boolean> {
  const [kind, n, r, p, salt, key] = hash.split("$");
  if (kind !== "scrypt" || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, "base64url");
  const actual = await derive(pin, Buffer.from(salt, "base64url"), { n: Number(n), r: Number(r), p: Number(p) });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
