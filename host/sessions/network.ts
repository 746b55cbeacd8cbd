import { isIPv6 } from "node:net";

/** An IPv4 address as a socket for both kinds writes it. */
const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i;

/**
 * Whom an address stands for in the limits: of IPv6 the first 64 bits, since a line is given all addresses that begin
 * with them, and whoever has one has a new one for each try. Anything else stands for itself.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  const [, v4] = mapped.exec(plain) ?? [];
  if (v4 !== undefined) return v4;
  if (!isIPv6(plain)) return address;
  const [before = "", after] = plain.split("::");
  const left = before.split(":").filter((group) => group !== "");
  const right = after === undefined ? [] : after.split(":").filter((group) => group !== "");
  // An IPv4 address at the end takes the place of two groups.
  const written = left.length + right.length + (plain.includes(".") ? 1 : 0);
  const groups = [...left, ...Array.from({ length: Math.max(0, 8 - written) }, () => "0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
