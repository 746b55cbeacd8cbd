import type { Language } from "../state/languages.ts";
import { type Catalogue, addWords, hasWords, setShownLanguage, shownLanguage } from "./i18n.ts";
import { manifestOf } from "./manifest-address.ts";

/** Each other language comes whole, in one chunk, when it is chosen. */
const lazyLanguages = {
  es: async () => (await import("./es/words.ts")).es,
  fr: async () => (await import("./fr/words.ts")).fr,
} satisfies Record<Exclude<Language, "en">, () => Promise<Catalogue>>;

async function load(language: Exclude<Language, "en">): Promise<void> {
  if (hasWords(language, "common")) return;
  addWords(language, await lazyLanguages[language]());
}

/** Shows the app in a language once its words are there, unless another one `isWanted` by then. Rejects where they can't be loaded. */
export async function switchLanguage(language: Language, loadEnglish: () => Promise<void>, isWanted: () => boolean): Promise<void> {
  await (language === "en" ? loadEnglish() : load(language));
  if (!isWanted() || shownLanguage() === language) return;
  setShownLanguage(language);
  document.documentElement.lang = language;
  // Its name and its shortcuts when the app is installed from now on; the app itself stays the same one.
  document.querySelector("link[rel=manifest]")?.setAttribute("href", manifestOf(language));
}
