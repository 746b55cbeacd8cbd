import { type ComponentType, type ReactNode, lazy } from "react";
import { floating } from "./floating.ts";
import { LostPart } from "./lost-part.tsx";

/** Floating, so it is visible wherever the part would have been: most parts float. */
const Lost = () => (
  <div className={floating}>
    <LostPart />
  </div>
);

/**
 * Component loaded on first render. If loading fails, a notice takes its place for as long as it is mounted, and the
 * surroundings (a list, a half-filled form) keep working. `instead`: an inline notice, for a part in a panel or with
 * reserved space. Render it within a `Suspense`.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>, instead: () => ReactNode = Lost) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => instead) }));
