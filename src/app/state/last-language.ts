import { readItem, removeItem, writeItem } from "../../sync/state/storage.ts";

/** The language that an admin was shown last on this device: it names nobody, and the pages before a sign-in speak it. */
const key = "counterfoil.language";

/** "en", or what was kept, unchecked. */
export const lastLanguage = (): string => readItem(key) ?? "en";

export function keepLanguage(language: string): void {
  if (language === "en") removeItem(key);
  else if (lastLanguage() !== language) writeItem(key, language);
}

/** Shows the pages before a sign-in in the last language. Never rejects; where the words can't be loaded, English stays. */
export async function showLastLanguage(): Promise<void> {
  if (lastLanguage() === "en") return;
  await import("../words/language.ts")
    .then(({ followLanguage }) => followLanguage())
    .catch(() => {
      // The next start tries again.
    });
}
