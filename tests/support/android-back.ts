import { act } from "@testing-library/react";
import { onTestFinished } from "vitest";

/** Plays Chrome on Android until the test ends: `goBack` closes the layer in front, `open` tells how many there are. */
export function playAndroid(): { readonly goBack: () => void; readonly open: () => number } {
  const watchers = new Set<EventTarget>();
  class CloseWatcher extends EventTarget {
    constructor() {
      super();
      watchers.add(this);
    }
    destroy = (): void => void watchers.delete(this);
  }
  Object.defineProperty(globalThis, "CloseWatcher", { configurable: true, value: CloseWatcher });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "CloseWatcher"));
  return {
    goBack: () =>
      act(() => {
        const front = [...watchers].at(-1);
        if (!front) throw new Error("Back leaves the screen");
        watchers.delete(front);
        front.dispatchEvent(new Event("close"));
      }),
    open: () => watchers.size,
  };
}
