import { useSyncExternalStore } from "react";

/** Relative times move on this often, in ms. */
const tickMs = 15_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function read(): number {
  // Nobody was listening, so nobody turned the hand.
  if (timer === undefined) now = Date.now();
  return now;
}

/** The time in epoch ms, moving on in steps that a relative time needs; one timer for the whole page. */
export const useNow = (): number => useSyncExternalStore(subscribe, read);
