import type { Language } from "../state/languages.ts";

/** Where the manifest of a language is; English has the plain name. */
export const manifestOf = (language: Language): string =>
  language === "en" ? "/manifest.webmanifest" : `/manifest.${language}.webmanifest`;
