import type { Clock } from "../wire/reach.ts";

/** Throttle with trailing call: runs at once, then again after `ms` if called meanwhile. Stops with `signal`. */
export function atMostEvery(clock: Clock, ms: number, signal: AbortSignal, run: () => void): () => void {
  let isResting = false;
  let isWanted = false;
  const go = (): void => {
    if (signal.aborted) return;
    isResting = true;
    isWanted = false;
    run();
    clock.after(
      ms,
      () => {
        isResting = false;
        if (isWanted) go();
      },
      signal,
    );
  };
  return () => {
    if (isResting) isWanted = true;
    else go();
  };
}
