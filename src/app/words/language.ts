import { subscribe } from "valtio";
import type { Language } from "../state/languages.ts";
import { settings } from "../state/settings.ts";
import { addWords, hasWords, shownLanguage } from "./i18n.ts";
import { type LazyNoun, lazyWords } from "./words.ts";

/** Wait this long for translations, in ms; the app is in English until they arrive. */
const waitedForMs = 5000;

/** Namespaces requested so far, to load their English when it is chosen later. */
const wanted = new Set<LazyNoun>();
let asked: Language = "en";
/** Another language being loaded; English comes with the screens and needs no waiting. */
let ready: Promise<void> | undefined;

async function loadEnglish(nouns: Iterable<LazyNoun> = wanted): Promise<void> {
  const missing = [...nouns].filter((noun) => !hasWords("en", noun));
  await Promise.all(missing.map(async (noun) => addWords("en", { [noun]: await lazyWords[noun]() })));
}

/** Switches the app to a language once its texts are loaded; if that fails, nothing changes. Never rejects. */
export async function showLanguage(language: Language): Promise<void> {
  if (language !== asked) {
    asked = language;
    const switching = import("./switch-language.ts")
      .then(({ switchLanguage }) => switchLanguage(language, loadEnglish, () => asked === language))
      .catch(() => {
        // The next start retries.
      });
    ready = Promise.race([switching, new Promise<void>((resolve) => setTimeout(resolve, waitedForMs))]);
  }
  await ready;
}

/** Loads the texts of these namespaces; a route does it in parallel with its screen. */
export async function loadWords(nouns: readonly LazyNoun[]): Promise<void> {
  for (const noun of nouns) wanted.add(noun);
  if (asked !== "en") await ready;
  if (shownLanguage() === "en") await loadEnglish(nouns);
}

/** Follows the admin's language setting from now on. Resolves once the first language is loaded. */
export function followLanguage(): Promise<void> {
  subscribe(settings, () => void showLanguage(settings.kept.language));
  return showLanguage(settings.kept.language);
}

/** `Intl` locale of a language, for dates and figures. */
export const localeOf = (language: string): string => (language === "en" ? "en-US" : language);
