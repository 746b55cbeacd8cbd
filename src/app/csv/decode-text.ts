const decode = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Windows-1252 characters where Latin-1 has control characters; some engines decode the former as the latter. */
const between = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const windows = new TextDecoder("windows-1252");
const fromWindows = (bytes: Uint8Array): string =>
  windows.decode(bytes).replaceAll(/[\x80-\x9f]/g, (char) => between[char.charCodeAt(0) - 0x80] ?? char);

/** Bytes of á à ç é è ê ò in Mac OS Roman; in Windows-1252 nothing that follows a small letter: signs, a capital, or unassigned. */
const macLetters = new Set([0x87, 0x88, 0x8d, 0x8e, 0x8f, 0x90, 0x98]);
const isSmallLetter = (byte = 0): boolean => /[a-z]/.test(String.fromCharCode(byte));

/** Whether a file that isn't UTF-8 is a plain CSV of Excel for Mac. In Windows-1252 it would have small accented letters, too. */
const isMac = (bytes: Uint8Array): boolean =>
  bytes.some((byte, at) => macLetters.has(byte) && isSmallLetter(bytes[at - 1])) && !bytes.some((byte) => byte >= 0xe0);

/** What a byte that isn't UTF-8 decodes to, and how that looks in Windows-1252. */
const replacement = { char: "\uFFFD", inWindows: "ï¿½" };

/** Decodes each line as UTF-8, else as Windows-1252 or Mac OS Roman: files of several machines may have been joined. */
function fromLines(bytes: Uint8Array): string {
  const mac = isMac(bytes) ? new TextDecoder("macintosh") : undefined;
  let from = 0;
  // Decoding lines that aren't UTF-8 as such would throw for each, which takes seconds in a large file.
  const lines = new TextDecoder().decode(bytes).split("\n");
  const read = lines.map((text) => {
    const end = bytes.indexOf(0x0a, from);
    const line = bytes.subarray(from, end < 0 ? bytes.length : end);
    from += line.length + 1;
    if (!text.includes(replacement.char)) return text.replace(/^\uFEFF/, "");
    const other = mac?.decode(line) ?? fromWindows(line);
    return other.includes(replacement.inWindows) ? (decode(line, "utf-8") ?? other) : other;
  });
  return read.join("\n");
}

/** Bytes sampled for detection. */
const looked = 4096;

/** Detects UTF-16 by its BOM, or by the zero byte of ASCII letters: at least of commas and line breaks. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, looked).entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Letters of other scripts may have a zero in their other byte.
  if (odd > 3 * even) return "utf-16le";
  return even > 3 * odd ? "utf-16be" : undefined;
}

/** Magic numbers of workbooks, PDFs and compressed files. */
const others = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
  [0x1f, 0x8b],
];

/** Whether invalid UTF-8 is only cut off inside its last character. */
function isCutOff(bytes: Uint8Array): boolean {
  try {
    return /\P{ASCII}/u.test(new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true }));
  } catch {
    return false;
  }
}

/** Control characters that occur in workbooks, archives and images, but not in text. */
const isBinary = (text: string): boolean =>
  Array.from(text.slice(0, looked), (char) => char.charCodeAt(0)).some((code) => code < 0x09 || (code > 0x0d && code < 0x1b));

/** Whether letters of a file are guessed: it is neither UTF-8 nor UTF-16, so it may be of another code page than `decodeText` takes. */
export const isGuessed = (bytes: Uint8Array): boolean => utf16Of(bytes) === undefined && decode(bytes, "utf-8") === undefined;

/**
 * Decodes a file as written by spreadsheets: UTF-8 or UTF-16, with or without a BOM, Windows-1252 or Mac OS Roman. Never
 * substitutes characters; undefined if the file ends in the middle of one, or isn't text, such as a workbook or a PDF.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (others.some((start) => start.every((byte, at) => bytes[at] === byte))) return undefined;
  const utf16 = utf16Of(bytes);
  const text = utf16 ? decode(bytes, utf16) : (decode(bytes, "utf-8") ?? (isCutOff(bytes) ? undefined : fromLines(bytes)));
  // Old systems mark the end of a text.
  const whole = text?.endsWith("\u001A") === true ? text.slice(0, -1) : text;
  return whole !== undefined && isBinary(whole) ? undefined : whole;
}
