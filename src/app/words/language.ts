import { subscribe } from "valtio";
import type { Language } from "../state/languages.ts";
import { settings } from "../state/settings.ts";
import { addWords, hasWords, shownLanguage } from "./i18n.ts";
import { type LazyNoun, lazyWords } from "./words.ts";

/** Words that take longer are not waited for, in ms: the app speaks English until they have come. */
const waitedForMs = 5000;

/** What the screens so far have asked for, so that English has it when it is chosen later. */
const wanted = new Set<LazyNoun>();
let asked: Language = "en";
/** Another language on its way; English, whose words come with the screens, needs no waiting. */
let ready: Promise<void> | undefined;

async function loadEnglish(nouns: Iterable<LazyNoun> = wanted): Promise<void> {
  const missing = [...nouns].filter((noun) => !hasWords("en", noun));
  await Promise.all(missing.map(async (noun) => addWords("en", { [noun]: await lazyWords[noun]() })));
}

/** Shows the app in a language once its words are there; where they can't be loaded, it stays as it was. Never rejects. */
export async function showLanguage(language: Language): Promise<void> {
  if (language !== asked) {
    asked = language;
    const switching = import("./switch-language.ts")
      .then(({ switchLanguage }) => switchLanguage(language, loadEnglish, () => asked === language))
      .catch(() => {
        // The next start tries again.
      });
    ready = Promise.race([switching, new Promise<void>((resolve) => setTimeout(resolve, waitedForMs))]);
  }
  await ready;
}

/** Loads the words of these nouns; a screen's route does it beside loading the screen. */
export async function loadWords(nouns: readonly LazyNoun[]): Promise<void> {
  for (const noun of nouns) wanted.add(noun);
  if (asked !== "en") await ready;
  if (shownLanguage() === "en") await loadEnglish(nouns);
}

/** Shows the app in the admin's language, from now on. Resolves once the first one is there. */
export function followLanguage(): Promise<void> {
  subscribe(settings, () => void showLanguage(settings.kept.language));
  return showLanguage(settings.kept.language);
}

/** The locale by which `Intl` writes the dates and figures of a language. */
export const localeOf = (language: string): string => (language === "en" ? "en-US" : language);
