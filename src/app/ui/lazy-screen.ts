import { type ComponentType, createElement, lazy, useState } from "react";

export interface Screen {
  /** A path or a wouter pattern. */
  path: string;
  Component: ComponentType;
  /** Starts loading the screen before it is rendered; never rejects. */
  preload: () => Promise<void>;
  /** Where to who signs in here is led, as is who already has: somebody else signs in once they have signed out (AUTH-14). */
  leadsTo?: (() => string) | undefined;
}

/** A screen loaded when its path is first opened. */
export function lazyScreen(path: string, load: () => Promise<ComponentType>, leadsTo?: () => string): Screen {
  let loaded: ComponentType | undefined;
  const loadIt = async (): Promise<ComponentType> => (loaded = await load());
  const Later = lazy(async () => ({ default: await loadIt() }));
  // If already loaded, render without suspending, together with its surroundings.
  function Component() {
    const [Shown] = useState(() => loaded ?? Later);
    return createElement(Shown);
  }
  const preload = async (): Promise<void> => {
    try {
      await loadIt();
    } catch {
      // Rendering retries, and shows the error.
    }
  };
  return { path, Component, preload, leadsTo };
}
