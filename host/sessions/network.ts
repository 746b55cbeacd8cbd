import { isIPv6 } from "node:net";

/** An IPv4-mapped IPv6 address, as dual-stack sockets report it. */
const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i;

/**
 * The key for rate limits: an IPv6 address counts by its /64, since a subscriber gets the whole prefix and could use a new address
 * for each try. Any other address is its own key.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  const [, v4] = mapped.exec(plain) ?? [];
  if (v4 !== undefined) return v4;
  if (!isIPv6(plain)) return address;
  const [before = "", after] = plain.split("::");
  const left = before.split(":").filter((group) => group !== "");
  const right = after === undefined ? [] : after.split(":").filter((group) => group !== "");
  // A trailing IPv4 address replaces two groups.
  const written = left.length + right.length + (plain.includes(".") ? 1 : 0);
  const groups = [...left, ...Array.from({ length: Math.max(0, 8 - written) }, () => "0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
