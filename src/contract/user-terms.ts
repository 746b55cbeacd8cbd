import { asciiEmail } from "./emails.ts";
import { unicodeEmail } from "./idn.ts";
import { plainText, searchText } from "./text.ts";

/** Spellings of an email: as given, and with its domain in the other form, if it has one. */
export const emailForms = (email: string): string[] => [...new Set([email, asciiEmail(email), unicodeEmail(email)])];

/** What people write before a phone number, as part of a regular expression. */
export const phoneLabels = String.raw`tel(?:[eé]fono)?|t[eé]l(?:[eé]phone)?|(?:tele)?phone|mobile|cell|whats ?app`;
/** Neither sign nor letter of a name or an amount, nor the beginning of a number. */
const ornament = String.raw`[^\p{L}\p{N}\p{Sc}#@_%+＋(]*`;
const before = new RegExp(
  String.raw`^${ornament}(?:(?:${phoneLabels})(?![\p{L}\p{N}_])${ornament}(?:(?:n[o°º]|n[uú]m(?:ber|ero)?)(?![\p{L}\p{N}_])${ornament})?)?`,
  "iu",
);
/** An extension, and a remark in brackets or a label, behind enough figures to be a number's. */
const behind = new RegExp(
  String.raw`^((?:[^\p{L}\p{Nd}]*\p{Nd}){7,20})(?:[ ,;]*(?:ext(?:ension)?[.:=]?|x) ?\p{Nd}{1,6})?(?: ?(?:[([]\p{L}[^()[\]]*[)\]]|${phoneLabels}))?$`,
  "iu",
);

/**
 * A text that may be a phone number without what stands around one where it was copied: "tel:", quotes, a comma, an extension, a
 * sheet's ".0". A "+" apart, in brackets or doubled is a plain one.
 */
export const bareNumber = (text: string): string =>
  plainText(text)
    .replace(before, "")
    .replace(/[\s'"‘’“”.,;:]+$/u, "")
    .replace(behind, "$1")
    .replace(/^(\+?\d{10,15})\.0$/, "$1")
    .replace(/^[([]*[+＋][([+＋ ]*/, "+");

/** Whether a text may be a phone number or a part of one. Only then is `phones.ts` worth loading. */
export const mayBePhone = (text: string): boolean => /^[+(]{0,2}(?:\p{Nd}[\s()[\]./\p{Pd}]{0,3}){4,20}$/u.test(bareNumber(text));

/**
 * Search terms of a text among users: a user matches if its `userLines` contain one. `phones`: forms of the possible phone number.
 * A trunk zero matches only at the start of a line.
 */
export const userTerms = (text: string, phones: readonly string[]): string[] => [
  ...new Set([...emailForms(searchText(text)), ...phones.map((form) => (form.startsWith("0") ? `\n${form}` : form))]),
];
