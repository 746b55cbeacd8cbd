/** 53-bit digest of a text, base 36: tells texts apart on one device without storing them. */
export function digest(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
