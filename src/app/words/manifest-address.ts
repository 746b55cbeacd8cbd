import type { Language } from "../state/languages.ts";

/** Path of a language's manifest; English has the plain name. */
export const manifestOf = (language: Language): string =>
  language === "en" ? "/manifest.webmanifest" : `/manifest.${language}.webmanifest`;
