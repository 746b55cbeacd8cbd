import { useSyncExternalStore } from "react";

/** Refresh interval of relative times, in ms. */
const tickMs = 15_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = Date.now();
  for (const each of listeners) each();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, tickMs);
  // Timers stand still in a suspended page; added more than once, it counts once.
  document.addEventListener("visibilitychange", tick);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function read(): number {
  // Without subscribers no timer has been updating it. React reads twice, and renders again if that differs.
  if (timer === undefined && Math.abs(Date.now() - now) > 1000) now = Date.now();
  return now;
}

/** Current time in epoch ms, updated often enough for relative times; one timer for the whole page. */
export const useNow = (): number => useSyncExternalStore(subscribe, read);
