import type { Clock } from "../wire/reach.ts";

/**
 * Throttle with trailing call: runs at once, then again after `ms` if called meanwhile. Stops with `signal`. No timer sets another:
 * in a hidden tab, which may lead, browsers let such a chain run on once a minute.
 */
export function atMostEvery(clock: Clock, ms: number, signal: AbortSignal, run: () => void): () => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  let isTimed = false;
  const go = (): void => {
    lastAt = clock.now();
    run();
  };
  return () => {
    if (signal.aborted) return;
    const restMs = lastAt + ms - clock.now();
    // More than `ms`: the clock was put back.
    if (restMs <= 0 || restMs > ms) {
      // A timer that is late doesn't hold it up.
      go();
      return;
    }
    if (isTimed) return;
    isTimed = true;
    clock.after(
      restMs,
      () => {
        isTimed = false;
        go();
      },
      signal,
    );
  };
}
