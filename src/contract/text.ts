/**
 * Invisible characters: zero-width and direction marks, soft hyphens, byte-order marks, control characters. Not NUL, which the host
 * refuses.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]|(?![\s\x85\0])\p{Cc}/gu;

/** All kinds of spaces and line breaks. */
const blanks = /[\s\x85\u2800]+/gu;

const isPlain = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Normalises identifiers, emails, phone numbers, enumerations and search text, so that what looks the same is equal: NFC, no
 * invisible characters, whitespace collapsed to single spaces and trimmed. Not for PINs, passwords and prose.
 */
export const plainText = (text: string): string =>
  isPlain.test(text) ? text : text.replace(unseen, "").normalize("NFC").replace(blanks, " ").trim();

/** `plainText` for case-insensitive use. */
export const searchText = (text: string): string => plainText(text).toLowerCase();

/** Text from elsewhere as one line for a terminal, which obeys control characters and would show lines that nobody wrote. */
export const terminalLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
