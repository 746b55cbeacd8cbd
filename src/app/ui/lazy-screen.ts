import { type ComponentType, createElement, lazy, useState } from "react";

export interface Screen {
  /** An address or a pattern of wouter's. */
  path: string;
  Component: ComponentType;
  /** Begins to load the screen before it is drawn; settles when that has come to its end. */
  preload: () => Promise<void>;
}

/** A screen that is loaded when its address is first opened. */
export function lazyScreen(path: string, load: () => Promise<ComponentType>): Screen {
  let loaded: ComponentType | undefined;
  const loadIt = async (): Promise<ComponentType> => (loaded = await load());
  const Later = lazy(async () => ({ default: await loadIt() }));
  // What is there already is drawn at once, with whatever it stands in.
  function Component() {
    const [Shown] = useState(() => loaded ?? Later);
    return createElement(Shown);
  }
  const preload = async (): Promise<void> => {
    try {
      await loadIt();
    } catch {
      // Drawing it asks again, and says on the screen what went wrong.
    }
  };
  return { path, Component, preload };
}
