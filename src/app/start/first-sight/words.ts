import { common } from "../../words/en/common.ts";
import { transactions } from "../../words/en/transactions.ts";
import "../../words/frame-words.ts";
import { addWords, setShownLanguage } from "../../words/i18n.ts";
import type { Language } from "../../state/languages.ts";

addWords("en", { common, transactions });

const others = {
  es: async () => (await import("./words-es.ts")).es,
  fr: async () => (await import("./words-fr.ts")).fr,
} satisfies Record<Exclude<Language, "en">, () => Promise<object>>;

/** Switches the first sight to an admin's language. */
export async function speak(language: Language): Promise<void> {
  if (language === "en") return;
  addWords(language, await others[language]());
  setShownLanguage(language);
}
