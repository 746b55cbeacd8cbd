import { type ComponentType, type ReactNode, lazy } from "react";
import { floating } from "./floating.ts";
import { LostPart } from "./lost-part.tsx";

/** In sight wherever the part would have stood: most of them float. */
const Lost = () => (
  <div className={floating}>
    <LostPart />
  </div>
);

/**
 * What is loaded when it is first drawn. Where it can't be, a notice says so for as long as it should stand, and what is
 * around it goes on: a list, a form with what was typed into it. `instead`: a notice in the part's own place, for one that
 * stands in a panel or keeps room for itself. Draw it within a `Suspense`.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>, instead: () => ReactNode = Lost) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => instead) }));
