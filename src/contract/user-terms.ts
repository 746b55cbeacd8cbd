import { asciiEmail } from "./emails.ts";
import { unicodeEmail } from "./idn.ts";
import { plainText, searchText } from "./text.ts";

/** Spellings of an email: as given, and with its domain in the other form, if it has one. */
export const emailForms = (email: string): string[] => [...new Set([email, asciiEmail(email), unicodeEmail(email)])];

/** A text that may be a phone number without what stands around one where it was copied: "tel:", quotes, a comma. */
export const bareNumber = (text: string): string =>
  plainText(text).replaceAll(/^['"‘’“”=]*(?:(?:tel|phone|mobile|whats ?app)\b[.:]* ?)?|[\s'"‘’“”.,;:]+$/giu, "");

/** Whether a text may be a phone number or a part of one. Only then is `phones.ts` worth loading. */
export const mayBePhone = (text: string): boolean => /^[+＋(]{0,2}(?:\p{Nd}[\s()./\p{Pd}]{0,3}){4,20}$/u.test(bareNumber(text));

/**
 * Search terms of a text among users: a user matches if its `userLines` contain one. `phones`: forms of the possible phone number.
 * A trunk zero matches only at the start of a line.
 */
export const userTerms = (text: string, phones: readonly string[]): string[] => [
  ...new Set([...emailForms(searchText(text)), ...phones.map((form) => (form.startsWith("0") ? `\n${form}` : form))]),
];
