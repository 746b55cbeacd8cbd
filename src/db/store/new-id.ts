/**
 * A version 7 UUID: from its time a host can tell whether it may have forgotten an attempt (KEY-1). Also without `crypto.randomUUID`,
 * e.g. over plain http.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  const random = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-a${random.slice(3, 6)}-${random.slice(6)}`;
}
