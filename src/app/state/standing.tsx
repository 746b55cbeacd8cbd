import { useEffect, useSyncExternalStore } from "react";
import { Observable } from "../../sync/state/observable.ts";

/** Run after this long even if the browser is never idle, in ms. */
const quietWithinMs = 500;
/** A screen that fails to load delays the rest no longer than this, in ms. */
const standsWithinMs = 5000;

/** True once the first screen has rendered and the browser was idle; non-visible work starts then. */
const standing = new Observable(false);
const stand = (): void => standing.set(true);

export const useStanding = (): boolean => useSyncExternalStore(standing.subscribe, standing.get);

/** Runs a callback once the page has rendered, or once it clearly won't soon. */
export function onceStanding(then: () => void): void {
  setTimeout(stand, standsWithinMs);
  const stop = standing.subscribe(() => {
    stop();
    then();
  });
}

/** Rendered beside a screen to signal that it has rendered; draws nothing. */
export function Stands() {
  useEffect(() => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(stand, { timeout: quietWithinMs });
    else setTimeout(stand, quietWithinMs);
  }, []);
  return null;
}
