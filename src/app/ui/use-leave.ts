import { useEffect } from "react";

/** Calls `onLeave` on any navigation, also on one to the same address. */
export function useLeave(onLeave: (() => void) | undefined): void {
  useEffect(() => {
    if (!onLeave) return undefined;
    const stop = new AbortController();
    // The router dispatches pushState.
    for (const type of ["popstate", "pushState"]) addEventListener(type, onLeave, stop);
    return () => stop.abort();
  }, [onLeave]);
}
