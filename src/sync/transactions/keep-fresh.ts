import type { DemandResult } from "../feeds/feed-worker.ts";
import type { Host } from "../wire/host.ts";
import { toldEveryMs, type ViewName } from "../wire/live-state.ts";
import { sessionStore } from "../state/session-store.ts";

/** Refresh interval of what is in view while visible, in ms (SYNC-2). */
const everyMs = 60_000;

/** A regular refresh accepts what another tab fetched within this time, in ms: one poll serves all tabs (SYNC-6). */
const sharedWithinMs = 45_000;

/** Debounces focus and visibility events, in ms. */
const atMostEveryMs = 2000;

/**
 * Runs `refresh` now, on focus, when the host is back in reach, on a new token, and every minute while visible; never concurrently.
 * Ends with `signal`. `refresh` receives the accepted age of its data, in ms, and never rejects. While the host's stream covers
 * `view` and the last refresh went well, the stream triggers refreshes instead of focus and the minute, unless what is in sight
 * `isBehind` it: the stream keeps up only what was requested since it began.
 */
export function keepFresh(
  host: Host,
  refresh: (maxAgeMs: number) => Promise<DemandResult>,
  signal: AbortSignal,
  view?: ViewName,
  isBehind?: () => boolean | undefined,
): void {
  let running = false;
  /** A refresh that the stream asked for, or that failed, is still due. */
  let owed = false;
  let last = 0;
  const run = async (maxAgeMs = 0, isHidden = globalThis.document?.visibilityState === "hidden"): Promise<void> => {
    if (running || signal.aborted || isHidden) return;
    running = true;
    owed = false;
    last = host.clock.now();
    const { is } = await refresh(maxAgeMs);
    running = false;
    const wasAsked = owed;
    owed ||= is !== "done";
    if (wasAsked) void run(sharedWithinMs);
  };
  const isTold = (): boolean => !owed && host.live.tells(view, host.clock) && host.clock.now() - last < toldEveryMs && !isBehind?.();
  const prompt = (): void => {
    if (host.clock.now() - last >= atMostEveryMs && !isTold()) void run();
  };
  const tick = (): void => {
    if (!isTold()) void run(sharedWithinMs);
    host.clock.after(everyMs, tick, signal);
  };
  void run(0, false);
  host.clock.after(everyMs, tick, signal);
  globalThis.addEventListener?.("focus", prompt, { signal });
  globalThis.document?.addEventListener("visibilitychange", prompt, { signal });
  let wasReached = host.reach.state.is === "reached";
  let token = sessionStore.current()?.token;
  const ends = [
    host.reach.subscribe(() => {
      const isReached = host.reach.state.is === "reached";
      if (isReached && !wasReached) void run();
      wasReached = isReached;
    }),
    // Retry at once what the old token was refused, not at the next minute (AUTH-15).
    sessionStore.subscribe(() => {
      const before = token;
      token = sessionStore.current()?.token;
      if (token && token !== before) void run();
    }),
    host.demanded.subscribe(() => void run()),
    host.live.asked.subscribe(() => {
      const views = host.live.asked.get()?.views;
      if (!view || (views !== "all" && !views?.includes(view))) return;
      owed = true;
      // In a hidden tab it is due as soon as that is seen.
      last = 0;
      void run(sharedWithinMs);
    }),
  ];
  for (const end of ends) signal.addEventListener("abort", end);
}
