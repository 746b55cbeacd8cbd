import { asciiEmail } from "./emails.ts";
import { unicodeEmail } from "./idn.ts";
import { plainText, searchText } from "./text.ts";

/** The spellings of an email: as it is, and with its domain in the other form where it has two. */
export const emailForms = (email: string): string[] => [...new Set([email, asciiEmail(email), unicodeEmail(email)])];

/** A text that may be a phone number without what stands around one where it was copied: "tel:", quotes, a comma. */
export const bareNumber = (text: string): string =>
  plainText(text).replaceAll(/^['"‘’“”=]*(?:(?:tel|phone|mobile|whats ?app)\b[.:]* ?)?|[\s'"‘’“”.,;:]+$/giu, "");

/** Whether a text may be a phone number or a part of one. Only then is `phones.ts` worth loading. */
export const mayBePhone = (text: string): boolean => /^[+＋(]{0,2}(?:\p{Nd}[\s()./\p{Pd}]{0,3}){4,20}$/u.test(bareNumber(text));

/**
 * What a text is looked for by among users: a user is found whose `userLines` hold one of these. `phones`: the forms of
 * the phone number that it may be. A trunk zero counts at the beginning alone.
 */
export const userTerms = (text: string, phones: readonly string[]): string[] => [
  ...new Set([...emailForms(searchText(text)), ...phones.map((form) => (form.startsWith("0") ? `\n${form}` : form))]),
];
