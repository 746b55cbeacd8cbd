const decode = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Windows-1252 characters where Latin-1 has control characters; some engines decode the former as the latter. */
const between = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const fromWindows = (bytes: Uint8Array): string | undefined =>
  decode(bytes, "windows-1252")?.replaceAll(/[\x80-\x9f]/g, (char) => between[char.charCodeAt(0) - 0x80] ?? char);

/** Bytes sampled for detection. */
const looked = 1024;

/** Detects UTF-16 by its BOM, or by the zero byte of ASCII letters. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const head = bytes.subarray(0, looked);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // No other encoding has zero bytes in text.
  if (odd > head.length / 4 && even === 0) return "utf-16le";
  return even > head.length / 4 && odd === 0 ? "utf-16be" : undefined;
}

/** Control characters that occur in workbooks, archives and images, but not in text. */
const isBinary = (text: string): boolean =>
  Array.from(text.slice(0, looked), (char) => char.charCodeAt(0)).some((code) => code < 0x09 || (code > 0x0d && code < 0x1b));

/**
 * Decodes a file as written by spreadsheets: UTF-8 or UTF-16, with or without a BOM, else Windows-1252. Never
 * substitutes characters; undefined if the file ends in the middle of one, or isn't text, such as a workbook.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const utf16 = utf16Of(bytes);
  const text = utf16 ? decode(bytes, utf16) : (decode(bytes, "utf-8") ?? fromWindows(bytes));
  return text !== undefined && isBinary(text) ? undefined : text;
}
