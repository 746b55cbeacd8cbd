import { readItem, removeItem, writeItem } from "../../sync/state/storage.ts";

/** The language that an admin was shown last on this device: it names nobody, and the pages before a sign-in speak it. */
const key = "counterfoil.language";

/** "en", or what was kept, unchecked. */
export const lastLanguage = (): string => readItem(key) ?? "en";

export function keepLanguage(language: string): void {
  if (language === "en") removeItem(key);
  else if (lastLanguage() !== language) writeItem(key, language);
}
