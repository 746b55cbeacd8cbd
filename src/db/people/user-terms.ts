import { searchText } from "../../contract/text.ts";
import { phoneDigits } from "../../contract/user-lines.ts";
import { mayBePhone, userTerms } from "../../contract/user-terms.ts";
import type { Database } from "../store/database.ts";

/** Reads phone numbers; undefined where it can't be loaded now. Few texts need it. */
const loadPhones = () => import("../../contract/phones.ts").catch(() => undefined);

/** What a text is looked for by among the cached users; nothing for an empty one. */
export async function termsFor(db: Pick<Database, "phoneCountry">, text: string): Promise<string[]> {
  if (searchText(text) === "") return [];
  const phones = mayBePhone(text) ? await loadPhones() : undefined;
  return userTerms(text, phones?.phoneForms(text, db.phoneCountry) ?? []);
}

/** Stands for a phone number, in whatever form it is written. */
export async function phoneKeyOf(db: Pick<Database, "phoneCountry">, text: string): Promise<string> {
  const phones = mayBePhone(text) ? await loadPhones() : undefined;
  return phones?.phoneKey(text, db.phoneCountry) ?? (phoneDigits(text) || searchText(text));
}

/** Tells which stored numbers are the one that a text says, in whatever form each is written. */
export async function samePhone(db: Pick<Database, "phoneCountry">, text: string): Promise<(stored: string) => boolean> {
  const phones = mayBePhone(text) ? await loadPhones() : undefined;
  const forms = new Set([phoneDigits(text), ...(phones?.phoneForms(text, db.phoneCountry) ?? [])]);
  const key = phones?.phoneKey(text, db.phoneCountry);
  return (stored) =>
    stored !== "" && forms.has(phoneDigits(stored)) && (phones === undefined || phones.phoneKey(stored, db.phoneCountry) === key);
}
