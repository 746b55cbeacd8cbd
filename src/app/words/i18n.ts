import type { Language } from "../state/languages.ts";
import type { Translate } from "./keys.ts";
import type { Noun } from "./words.ts";

interface Texts {
  readonly [key: string]: Texts | string;
}

type Values = Readonly<Record<string, string | number>>;

/** Texts by namespace. */
export type Catalogue = Readonly<Record<string, Texts>>;

/** Loaded texts. */
const catalogues: Record<Language, Catalogue> = { en: {}, es: {}, fr: {} };
let shown: Language = "en";
const listeners = new Set<() => void>();

export const shownLanguage = (): Language => shown;

export function addWords(language: Language, words: Catalogue): void {
  catalogues[language] = { ...catalogues[language], ...words };
}

export const hasWords = (language: Language, noun: Noun): boolean => catalogues[language][noun] !== undefined;

/** Switches the language of everything rendered; its texts must have been added before. */
export function setShownLanguage(language: Language): void {
  shown = language;
  for (const listener of listeners) listener();
}

export function onShownLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Memoises a factory by language. */
function perLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const made = new Map<Language, T>();
  return (language) => {
    const one = made.get(language) ?? make(language);
    made.set(language, one);
    return one;
  };
}

const pluralsOf = perLanguage((language) => new Intl.PluralRules(language));
const figuresOf = perLanguage((language) => new Intl.NumberFormat(language));

function textAt(language: Language, noun: string, path: string): string | undefined {
  let at: Texts | string | undefined = catalogues[language][noun];
  for (const part of path.split(".")) at = typeof at === "object" ? at[part] : undefined;
  return typeof at === "string" ? at : undefined;
}

function formAt(language: Language, noun: string, path: string, count: unknown): string | undefined {
  const form = typeof count === "number" ? textAt(language, noun, `${path}_${pluralsOf(language).select(count)}`) : undefined;
  return form ?? textAt(language, noun, path);
}

/**
 * Interpolates values into a text: `{{name}}` verbatim, without characters that reorder the text after it, and `{{name,
 * number}}` formatted for the language.
 */
const fill = (text: string, values: Values, language: Language): string =>
  text.replaceAll(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, figure?: string) => {
    const value = values[name] ?? "";
    return figure && typeof value === "number" ? figuresOf(language).format(value) : String(value).replaceAll(/\p{Bidi_C}/gu, "");
  });

/** Whether there is a text for a key from the host. */
export const hasText = (noun: Noun, path: string): boolean => (textAt(shown, noun, path) ?? textAt("en", noun, path)) !== undefined;

const translators = new Map<string, (key: string, values?: Values) => string>();

/** Translator for these namespaces in a language, falling back to English; referentially stable. */
export function translateIn<const N extends Noun | readonly [Noun, ...Noun[]]>(language: Language, nouns: N): Translate<N> {
  const first = typeof nouns === "string" ? nouns : nouns[0];
  const name = `${language} ${first}`;
  let translate = translators.get(name);
  if (!translate) {
    translate = (key, values = {}) => {
      const colon = key.indexOf(":");
      const noun = colon < 0 ? first : key.slice(0, colon);
      const path = key.slice(colon + 1);
      const own = formAt(language, noun, path, values["count"]);
      if (own !== undefined) return fill(own, values, language);
      return fill(formAt("en", noun, path, values["count"]) ?? key, values, "en");
    };
    translators.set(name, translate);
  }
  return translate;
}
