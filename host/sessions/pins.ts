import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** scrypt's cost parameters: N (a power of two), r and p. */
export interface PinCost {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/** About 0.1 s of one core and 32 MB; OWASP's recommendation for N = 2^15. */
export const defaultPinCost: PinCost = { n: 2 ** 15, r: 8, p: 3 };

const derive = (pin: string, salt: Buffer, { n, r, p }: PinCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(pin.normalize("NFKC"), salt, 32, { N: n, r, p, maxmem: 256 * n * r }, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** Hashes a PIN with a random salt. The text includes the cost, so that it can be raised later. */
export async function hashPin(pin: string, cost: PinCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(pin, salt, cost);
  return ["scrypt", cost.n, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Whether the PIN matches the hash; false for a malformed hash. */
export async function verifyPin(pin: string, hash: string): Promise<boolean> {
  const [kind, n, r, p, salt, key] = hash.split("$");
  if (kind !== "scrypt" || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, "base64url");
  const actual = await derive(pin, Buffer.from(salt, "base64url"), { n: Number(n), r: Number(r), p: Number(p) });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
