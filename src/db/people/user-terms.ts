import { searchText } from "../../contract/text.ts";
import { phoneDigits } from "../../contract/user-lines.ts";
import { mayBePhone, userTerms } from "../../contract/user-terms.ts";
import type { Database } from "../store/database.ts";

/** Loads the phone number parser; undefined if it can't be loaded. Rarely needed. */
const loadPhones = () => import("../../contract/phones.ts").catch(() => undefined);

/** Search terms of a text among cached users; none for an empty text. */
export async function termsFor(db: Pick<Database, "phoneCountry">, text: string): Promise<string[]> {
  if (searchText(text) === "") return [];
  const phones = mayBePhone(text) ? await loadPhones() : undefined;
  return userTerms(text, phones?.phoneForms(text, db.phoneCountry) ?? []);
}

/** Key of a phone number, the same for every notation. */
export async function phoneKeyOf(db: Pick<Database, "phoneCountry">, text: string): Promise<string> {
  const phones = mayBePhone(text) ? await loadPhones() : undefined;
  return phones?.phoneKey(text, db.phoneCountry) ?? (phoneDigits(text) || searchText(text));
}

/** A phone number's digits without its country, which are part of every notation. */
export async function nationalDigitsOf(db: Pick<Database, "phoneCountry">, text: string): Promise<string> {
  const phones = await loadPhones();
  return phones?.nationalDigits(text, db.phoneCountry) ?? phoneDigits(text).slice(-10);
}

/** Returns a predicate for stored numbers equal to the one in `text`, in any notation. */
export async function samePhone(db: Pick<Database, "phoneCountry">, text: string): Promise<(stored: string) => boolean> {
  const phones = mayBePhone(text) ? await loadPhones() : undefined;
  const forms = new Set([phoneDigits(text), ...(phones?.phoneForms(text, db.phoneCountry) ?? [])]);
  const key = phones?.phoneKey(text, db.phoneCountry);
  return (stored) =>
    stored !== "" && forms.has(phoneDigits(stored)) && (phones === undefined || phones.phoneKey(stored, db.phoneCountry) === key);
}
