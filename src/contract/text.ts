/**
 * What has no look of its own: zero-width and direction marks, soft hyphens, byte-order marks, control characters. Not
 * NUL, which the host refuses.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]|(?![\s\x85\0])\p{Cc}/gu;

/** Every kind of space and line break. */
const blanks = /[\s\x85\u2800]+/gu;

const isPlain = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Text that stands for something: an identifier, an email, a phone number, an enumeration, a search. What looks the
 * same is the same: NFC, without marks that nobody sees, every run of blanks one ordinary space, none at the ends.
 * Not for PINs, passwords and prose.
 */
export const plainText = (text: string): string =>
  isPlain.test(text) ? text : text.replace(unseen, "").normalize("NFC").replace(blanks, " ").trim();

/** `plainText` where case doesn't count. */
export const searchText = (text: string): string => plainText(text).toLowerCase();
