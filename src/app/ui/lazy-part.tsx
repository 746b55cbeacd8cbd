import { type ComponentType, Suspense, lazy } from "react";
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
  { words = [], instead = Lost, until: Until }: PartOptions<Props> = {},
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(() =>
    Promise.all([load(), loadWords(words)]).then(
      ([Loaded]) => ({ default: Loaded }),
      () => ({ default: instead }),
    ),
  );
  return (props) => (
    <Suspense fallback={Until && <Until {...props} />}>
      <Part {...props} />
    </Suspense>
  );
}
