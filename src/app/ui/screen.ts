import type { ComponentType } from "react";
import { loadWords } from "../words/language.ts";
import type { LazyNoun } from "../words/words.ts";
import { type Screen, lazyScreen } from "./lazy-screen.ts";

/** A screen loaded, together with its translations, when its path is first opened. */
export const screen = (path: string, load: () => Promise<ComponentType>, nouns: readonly LazyNoun[]): Screen =>
  lazyScreen(path, async () => {
    const [Component] = await Promise.all([load(), loadWords(nouns)]);
    return Component;
  });
