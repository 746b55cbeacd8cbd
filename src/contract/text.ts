import { asciiEmail, unicodeEmail } from "./idn.ts";

/** What has no look of its own: zero-width and direction marks, soft hyphens, byte-order marks, control characters but NUL, which the host refuses. */
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

/** What a text is searched by and compared by where case doesn't count. */
export const searchText = (text: string): string => plainText(text).toLowerCase();

/** Stands for an email: the same for every spelling of an address, its domain's ASCII form included. */
export const emailKey = (email: string): string => asciiEmail(searchText(email));

/** The spellings of an email: as it is, and with its domain in the other form where it has two. */
export const emailForms = (email: string): string[] => [...new Set([email, asciiEmail(email), unicodeEmail(email)])];

/**
 * What a text is looked for by among users: a user is found whose `userLines` hold one of these. `phones`: the forms of
 * the phone number that it may be. A trunk zero counts at the beginning alone.
 */
export const userTerms = (text: string, phones: readonly string[]): string[] => [
  ...new Set([...emailForms(searchText(text)), ...phones.map((form) => (form.startsWith("0") ? `\n${form}` : form))]),
];

/** What such a term may be part of, a line each; the phone number's digits are one of them. */
export const userLines = (words: readonly (string | null | undefined)[], phone: string | null | undefined): string =>
  [...words, phone, phoneDigits(phone ?? "")].map((one) => searchText(one ?? "")).join("\n");

/** A phone number's digits behind "+" or "0", as they are looked for: "+234 801-000 0000" is "+2348010000000". */
export function phoneDigits(stored: string): string {
  // "(0)" is dialled at home alone.
  const digits = stored
    .replace("(0)", "")
    .replaceAll(/[^0-9+]/g, "");
  const bare = digits.replaceAll("+", "");
  if (bare === "") return "";
  if (!digits.startsWith("+") && bare.startsWith("0")) return bare.startsWith("00") ? `+${bare.slice(2)}` : bare;
  return `+${bare}`;
}

/** Whether a text may be a phone number or a part of one. Only then `phones.ts` is worth loading. */
export const mayBePhone = (text: string): boolean => /^[+＋(]{0,2}(?:\p{Nd}[\s().\/\p{Pd}]{0,3}){4,20}$/u.test(plainText(text));
