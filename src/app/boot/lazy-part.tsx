import { type ComponentType, lazy } from "react";
import { floating } from "../ui/floating.ts";
import { LostPart } from "./lost-part.tsx";

/** In sight wherever the part would have stood: most of them float. */
const Lost = () => (
  <div className={floating}>
    <LostPart />
  </div>
);

/**
 * What is loaded when it is first drawn. Where it can't be, a notice says so for as long as it should stand, and what is
 * around it goes on: a list, a form with what was typed into it. Draw it within a `Suspense`.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: Lost }),
    ),
  );
