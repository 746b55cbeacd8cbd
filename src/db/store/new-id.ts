/** A version 4 UUID; also without `crypto.randomUUID`, e.g. over plain http. */
export function newId(): string {
  if ("randomUUID" in crypto) return crypto.randomUUID();
  const bytes = new Uint8Array(16);
  (crypto as Crypto).getRandomValues(bytes);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
  hex[6] = `4${hex[6]?.slice(1)}`;
  hex[8] = `a${hex[8]?.slice(1)}`;
  return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
