import { type ComponentType, lazy } from "react";
import { loadWords } from "../words/language.ts";
import type { LazyNoun } from "../words/words.ts";

/** A component loaded, together with its translations, on first render. If loading fails, it throws, unlike a `lazyPart`. */
export const lazyWorded = <Props extends object>(load: () => Promise<ComponentType<Props>>, nouns: readonly LazyNoun[]) =>
  lazy(async () => {
    const [Component] = await Promise.all([load(), loadWords(nouns)]);
    return { default: Component };
  });
