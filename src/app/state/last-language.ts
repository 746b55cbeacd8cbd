import { readItem, removeItem, writeItem } from "../../sync/state/storage.ts";

/** Last language shown on this device: names nobody, and is used before sign-in. */
const key = "counterfoil.language";

/** "en", or the stored value, unvalidated. */
export const lastLanguage = (): string => readItem(key) ?? "en";

export function keepLanguage(language: string): void {
  if (language === "en") removeItem(key);
  else if (lastLanguage() !== language) writeItem(key, language);
}
