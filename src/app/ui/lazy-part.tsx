import { type ComponentType, Suspense, createElement, lazy } from "react";
import { loadWords } from "../words/language.ts";
import type { LazyNoun } from "../words/words.ts";
import { floating } from "./floating.ts";
import { LostPart } from "./lost-part.tsx";

/** Floating, so it is visible wherever the part would have been: most parts float. */
const Lost = () => (
  <div className={floating}>
    <LostPart />
  </div>
);

interface PartOptions<Props> {
  /** The part's translations, loaded along with it. */
  readonly words?: readonly LazyNoun[];
  /** An inline notice if loading fails, for a part in a panel or with reserved space. */
  readonly instead?: ComponentType<Props>;
  /** What takes its place while it loads; nothing by default. */
  readonly until?: ComponentType<Props>;
}

/**
 * Component loaded on first render. If loading fails, a notice takes its place for as long as it is mounted, and the
 * surroundings (a list, a half-filled form) keep working.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { words = [], instead = Lost, until }: PartOptions<Props> = {},
): ComponentType<Props> {
  const Part = lazy(async () => ({
    default: await Promise.all([load(), loadWords(words)]).then(
      ([Loaded]) => Loaded,
      (): ComponentType<Props> => instead,
    ),
  }));
  return (props) => createElement(Suspense, { fallback: until && createElement(until, props) }, createElement(Part, props));
}
