import { subscribe } from "valtio";
import { settings, type Language } from "../state/settings.ts";
import { i18n } from "./i18n.ts";
import { type LazyNoun, lazyWords } from "./words.ts";

/** The locale by which `Intl` writes a language's dates and figures. */
export const locales: Readonly<Record<string, string>> = { en: "en-US", es: "es", fr: "fr" };

/** Each other language comes whole, in one chunk, when it is chosen. */
const lazyLanguages = {
  es: async () => (await import("./es/words.ts")).es,
  fr: async () => (await import("./fr/words.ts")).fr,
} satisfies Record<Exclude<Language, "en">, () => Promise<object>>;

/** What the screens so far have asked for, so that English has it when it is chosen later. */
const wanted = new Set<LazyNoun>();
let asked: Language = "en";
let ready: Promise<unknown> = Promise.resolve();

async function loadEnglish(nouns: Iterable<LazyNoun>): Promise<void> {
  const missing = [...nouns].filter((noun) => !i18n.hasResourceBundle("en", noun));
  await Promise.all(missing.map(async (noun) => i18n.addResourceBundle("en", noun, await lazyWords[noun]())));
}

async function load(language: Language): Promise<void> {
  if (language === "en") return loadEnglish(wanted);
  if (i18n.hasResourceBundle(language, "common")) return;
  for (const [noun, words] of Object.entries(await lazyLanguages[language]())) i18n.addResourceBundle(language, noun, words);
}

/** Shows the app in a language once its words are there; where they can't be loaded, it stays as it was. Never rejects. */
export function showLanguage(language: Language): Promise<void> {
  asked = language;
  const shown = load(language).then(
    async () => {
      if (asked !== language || i18n.language === language) return;
      await i18n.changeLanguage(language);
      document.documentElement.lang = language;
    },
    () => {
      // The next start tries again.
    },
  );
  ready = shown;
  return shown;
}

/** Loads the words of these nouns; a screen's route does it beside loading the screen. */
export async function loadWords(nouns: readonly LazyNoun[]): Promise<void> {
  for (const noun of nouns) wanted.add(noun);
  if (asked !== "en") await ready;
  if (i18n.language === "en") await loadEnglish(nouns);
}

/** Shows the app in the admin's language, from now on. Resolves once the first one is there. */
export function followLanguage(): Promise<void> {
  subscribe(settings, () => {
    const { language } = settings.kept;
    if (language !== asked) void showLanguage(language);
  });
  return settings.kept.language === "en" ? Promise.resolve() : showLanguage(settings.kept.language);
}
