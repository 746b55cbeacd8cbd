import { useEffect, useSyncExternalStore } from "react";
import { Observable } from "../../sync/state/observable.ts";

/** Without a quiet moment it comes after this time all the same, in ms. */
const quietWithinMs = 500;
/** A screen that can't be loaded holds up nothing else longer than this, in ms. */
const standsWithinMs = 5000;

/** Whether a screen has been drawn since the start, and the browser had a moment since: what it doesn't show itself comes then. */
const standing = new Observable(false);
const stand = (): void => standing.set(true);

export const useStanding = (): boolean => useSyncExternalStore(standing.subscribe, standing.get);

/** Does something once the page stands, or once it is certain that it won't soon. */
export function onceStanding(then: () => void): void {
  setTimeout(stand, standsWithinMs);
  const stop = standing.subscribe(() => {
    stop();
    then();
  });
}

/** Stands beside a screen, and so is drawn with it: draws nothing itself. */
export function Stands() {
  useEffect(() => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(stand, { timeout: quietWithinMs });
    else setTimeout(stand, quietWithinMs);
  }, []);
  return null;
}
