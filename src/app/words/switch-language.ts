import type { Language } from "../state/languages.ts";
import { type Catalogue, addWords, hasWords, setShownLanguage, shownLanguage } from "./i18n.ts";
import { manifestOf } from "./manifest-address.ts";

/** Each other language is one chunk, loaded when it is chosen. */
const lazyLanguages = {
  es: async () => (await import("./es/words.ts")).es,
  fr: async () => (await import("./fr/words.ts")).fr,
} satisfies Record<Exclude<Language, "en">, () => Promise<Catalogue>>;

async function load(language: Exclude<Language, "en">): Promise<void> {
  if (hasWords(language, "common")) return;
  addWords(language, await lazyLanguages[language]());
}

/**
 * Switches the app to a language once its texts are loaded, unless `isWanted` has turned false by then. Rejects if they
 * can't be loaded.
 */
export async function switchLanguage(language: Language, loadEnglish: () => Promise<void>, isWanted: () => boolean): Promise<void> {
  await (language === "en" ? loadEnglish() : load(language));
  if (!isWanted() || shownLanguage() === language) return;
  setShownLanguage(language);
  document.documentElement.lang = language;
  // Names and shortcuts for later installs; the app's identity doesn't change.
  document.querySelector("link[rel=manifest]")?.setAttribute("href", manifestOf(language));
}
