import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { plainText } from "./text.ts";
import { phoneDigits } from "./user-lines.ts";
import { bareNumber, mayBePhone } from "./user-terms.ts";

/** Unicode's decimal figures come in tens that begin at a multiple of ten or of sixteen. */
const asciiDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (figure) => {
    if (figure >= "0" && figure <= "9") return figure;
    let value = 0;
    for (let point = (figure.codePointAt(0) ?? 0) - 1; /\p{Nd}/u.test(String.fromCodePoint(point)) && value < 9; point -= 1) value += 1;
    return String(value);
  });

/** A text as a phone number of a country (ISO 3166, two letters), or of another with its "+" or "00"; undefined where it is none. */
function read(text: string, country: string) {
  if (!mayBePhone(text) || !isSupportedCountry(country)) return undefined;
  const typed = asciiDigits(bareNumber(text)).replace(/^＋/, "+");
  // Some countries dial abroad by other figures than "00", and people write it there all the same.
  const abroad = typed.replace(/^\(?00/, "+");
  const parsed = [...new Set([typed, abroad])].map((plain) => ({
    plain,
    number: parsePhoneNumberFromString(plain, { defaultCountry: country, extract: false }),
  }));
  const best = parsed.find(({ number }) => number?.isValid()) ?? parsed.find(({ number }) => number?.isPossible());
  return { code: getCountryCallingCode(country), ...(best ?? { plain: abroad, number: undefined }) };
}

/** Stands for a phone number: the same for its local and international forms. Text that is none stands for its digits. */
export const phoneKey = (text: string, country: string): string =>
  read(text, country)?.number?.number ?? (phoneDigits(text) || plainText(text));

/** Stands for a phone number as `phoneKey` does; undefined where the country that it names, or this one, has no such number. */
export function validPhoneKey(text: string, country: string): string | undefined {
  const number = read(text, country)?.number;
  return number?.isValid() ? number.number : undefined;
}

/**
 * What a text that may be a phone number, or the beginning or a part of one, is looked for by: a record is found when
 * the `phoneDigits` of its number hold one of these. Empty where the text is no such thing.
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
    // As somebody may have stored it who knows of this country alone.
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
