import { type ComponentType, type LazyExoticComponent, lazy } from "react";

export interface Screen {
  /** An address or a pattern of wouter's. */
  path: string;
  Component: LazyExoticComponent<ComponentType>;
  /** Begins to load the screen before it is drawn. */
  preload: () => void;
}

/** A screen that is loaded when its address is first opened. */
export const lazyScreen = (path: string, load: () => Promise<ComponentType>): Screen => ({
  path,
  Component: lazy(async () => ({ default: await load() })),
  preload: () => {
    load().catch(() => {
      // Drawing it asks again, and says on the screen what went wrong.
    });
  },
});
