import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { plainText } from "./text.ts";
import { phoneDigits } from "./user-lines.ts";
import { bareNumber, mayBePhone } from "./user-terms.ts";

/** Converts Unicode decimal digits to ASCII; they come in tens that start at a multiple of ten or sixteen. */
const asciiDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (figure) => {
    if (figure >= "0" && figure <= "9") return figure;
    let value = 0;
    for (let point = (figure.codePointAt(0) ?? 0) - 1; /\p{Nd}/u.test(String.fromCodePoint(point)) && value < 9; point -= 1) value += 1;
    return String(value);
  });

/** Parses a phone number of a country (ISO 3166, two letters), or of another with "+" or "00"; undefined if it is none. */
function read(text: string, country: string) {
  if (!mayBePhone(text) || !isSupportedCountry(country)) return undefined;
  const typed = asciiDigits(bareNumber(text));
  // Some countries dial abroad by other figures than "00", and people write it there all the same.
  const abroad = typed.replace(/^\(?00/, "+");
  const parsed = [...new Set([typed, abroad])].map((plain) => ({
    plain,
    number: parsePhoneNumberFromString(plain, { defaultCountry: country, extract: false }),
  }));
  const best = parsed.find(({ number }) => number?.isValid()) ?? parsed.find(({ number }) => number?.isPossible());
  return { code: getCountryCallingCode(country), ...(best ?? { plain: abroad, number: undefined }) };
}

/** Key of a phone number: the same for local and international forms. Other text: its digits. */
export const phoneKey = (text: string, country: string): string =>
  read(text, country)?.number?.number ?? (phoneDigits(text) || plainText(text));

/** A phone number's digits without its country, which are part of every notation; of no number, its last ten digits. */
export const nationalDigits = (text: string, country: string): string =>
  read(text, country)?.number?.nationalNumber ?? phoneDigits(text).slice(-10);

/** Like `phoneKey`; undefined if the number isn't valid in its country. */
export function validPhoneKey(text: string, country: string): string | undefined {
  const number = read(text, country)?.number;
  return number?.isValid() ? number.number : undefined;
}

/**
 * Search forms of a phone number, or part of one: a record matches if the `phoneDigits` of its number contain one of these. Empty
 * if the text is no such thing.
 */
export function phoneForms(text: string, country: string): string[] {
  const found = read(text, country);
  if (!found) return [];
  const { plain, code, number } = found;
  const digits = plain.replaceAll(/\D/g, "");
  const isBare = !plain.startsWith("+") && !digits.startsWith("0");
  const forms: string[] = isBare ? [digits] : [];
  if (number) {
    forms.push(number.number);
    // As stored by someone who assumes this country.
    if (number.countryCallingCode === code) forms.push(number.formatNational().replaceAll(/\D/g, ""), `+${number.nationalNumber}`);
  } else if (plain.startsWith("+")) {
    forms.push(`+${digits}`);
    const rest = digits.startsWith(code) ? digits.slice(code.length).replace(/^0/, "") : "";
    if (rest !== "") forms.push(`+${code}${rest}`, `0${rest}`);
  } else if (!isBare) {
    forms.push(digits, `+${code}${digits.slice(1)}`, `+${code}${digits}`);
  }
  return [...new Set(forms)];
}
