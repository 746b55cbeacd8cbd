import { useSyncExternalStore } from "react";
import type { Language } from "../state/languages.ts";
import { onShownLanguage, shownLanguage, translateIn } from "./i18n.ts";
import type { Translate } from "./keys.ts";
import type { Noun } from "./words.ts";

/** Texts of these namespaces in the current language; re-renders when it changes. */
export function useTranslation<const N extends Noun | readonly [Noun, ...Noun[]] = "common">(
  nouns?: N,
): { t: Translate<N>; language: Language } {
  const language = useSyncExternalStore(onShownLanguage, shownLanguage);
  return { t: translateIn(language, nouns ?? ("common" as N)), language };
}
