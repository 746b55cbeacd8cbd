/**
 * Invisible characters: zero-width and direction marks, soft hyphens, byte-order marks, control characters. Not NUL, which the host
 * refuses.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]|(?![\s\x85\0])\p{Cc}/gu;

/**
 * Marks beyond 30 in a row, which no writing has (UAX #15, stream-safe text): NFC takes the square of their number, so that 1 MB of
 * them would keep a host busy for minutes.
 */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;

/** All kinds of spaces and line breaks. */
const blanks = /[\s\x85\u2800]+/gu;

const isPlain = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Normalises identifiers, emails, phone numbers, enumerations and search text, so that what looks the same is equal: NFC, no
 * invisible characters, at most 30 marks in a row, whitespace collapsed to single spaces and trimmed. Not for PINs, passwords and prose.
 */
export const plainText = (text: string): string =>
  isPlain.test(text) ? text : text.replace(unseen, "").replace(tooManyMarks, "$1").normalize().replace(blanks, " ").trim();

/** `plainText` for case-insensitive use. */
export const searchText = (text: string): string => plainText(text).toLowerCase();

/** Text from elsewhere as one line for a terminal, which obeys control characters and would show lines that nobody wrote. */
export const terminalLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
