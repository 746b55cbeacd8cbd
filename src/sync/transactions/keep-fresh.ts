import type { Host } from "../wire/host.ts";
import type { ViewName } from "../wire/live-state.ts";
import { sessionStore } from "../state/session-store.ts";

/** What is in view is fetched again at least this often while it is visible, in ms (SYNC-2). */
const everyMs = 60_000;

/** The same while the host's stream tells what changes in it, in ms: a frame that was lost on the way leaves no trace (LIVE-3). */
const toldEveryMs = 15 * 60_000;

/** A regular refresh is content with what another tab fetched within this time, in ms: one poll serves them all (SYNC-6). */
const sharedWithinMs = 45_000;

/** Focus and visibility come in bursts; within this time one refresh serves them all, in ms. */
const atMostEveryMs = 2000;

/**
 * Runs `refresh` on focus, when the host comes back into reach, when the session has a new token, and every
 * minute while the page is visible; never twice at once. Ends with `signal`. `refresh` is told how old what it brings may be, in ms.
 * While the host's stream tells what changes in the `view`, neither focus nor the minute is a reason, but the stream is.
 */
export function keepFresh(host: Host, refresh: (maxAgeMs: number) => Promise<unknown>, signal: AbortSignal, view?: ViewName): void {
  let running = false;
  /** The stream has asked for it in vain. */
  let owed = false;
  let last = host.clock.now();
  const isHidden = (): boolean => globalThis.document?.visibilityState === "hidden";
  const run = async (maxAgeMs = 0): Promise<void> => {
    if (running || signal.aborted || isHidden()) return;
    running = true;
    owed = false;
    last = host.clock.now();
    try {
      await refresh(maxAgeMs);
    } finally {
      running = false;
      if (owed) void run(sharedWithinMs);
    }
  };
  const isTold = (): boolean => !owed && host.live.tells(view, host.clock) && host.clock.now() - last < toldEveryMs;
  const prompt = (): void => {
    if (host.clock.now() - last >= atMostEveryMs && !isTold()) void run();
  };
  const tick = (): void => {
    if (!isTold()) void run(sharedWithinMs);
    host.clock.after(everyMs, tick, signal);
  };
  host.clock.after(everyMs, tick, signal);
  globalThis.addEventListener?.("focus", prompt, { signal });
  globalThis.document?.addEventListener("visibilitychange", prompt, { signal });
  let wasReached = host.reach.state.is === "reached";
  const unsubscribe = host.reach.subscribe(() => {
    const isReached = host.reach.state.is === "reached";
    if (isReached && !wasReached) void run();
    wasReached = isReached;
  });
  // What was refused with the old token is not left standing until the next minute (AUTH-15).
  let token = sessionStore.current()?.token;
  const unfollow = sessionStore.subscribe(() => {
    const before = token;
    token = sessionStore.current()?.token;
    if (token && token !== before) void run();
  });
  const unheed = host.demanded.subscribe(() => void run());
  const unask = host.live.asked.subscribe(() => {
    const views = host.live.asked.get()?.views;
    if (view === undefined || (views !== "all" && !views?.includes(view))) return;
    owed = true;
    void run(sharedWithinMs);
  });
  for (const end of [unsubscribe, unfollow, unheed, unask]) signal.addEventListener("abort", end, { once: true });
}
