import { i18n } from "./i18n.ts";
import { type LazyNoun, lazyWords } from "./words.ts";

/** Loads the words of these nouns; a screen's route does it beside loading the screen. */
export async function loadWords(nouns: readonly LazyNoun[]): Promise<void> {
  await Promise.all(
    nouns
      .filter((noun) => !i18n.hasResourceBundle("en", noun))
      .map(async (noun) => {
        i18n.addResourceBundle("en", noun, await lazyWords[noun]());
      }),
  );
}
