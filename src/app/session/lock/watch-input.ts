import { lockKeys } from "../../../sync/state/session-store.ts";
import { readItem, writeItem } from "../../../sync/state/storage.ts";
import { settings } from "../../state/settings.ts";
import { lockNow } from "../../data/lock-state.ts";

/** The wall clock is looked at so often, in ms: a timer that sleeps with the machine would come too late. */
const lookEveryMs = 1000;
/** The other tabs hear of input so often, in ms. */
const tellEveryMs = 1000;
/** The warning comes so long before the lock, in ms. */
const warnMs = 30_000;

/** A last input that is yet to come by more than this, in ms, was timed by a clock that has been put back since. */
const clocksDifferMs = 60_000;

/** Time without input until the app locks, by the wall clock, in ms; at 0 and below it is due. As public/theme.js has it. */
function lockDueInMs(now = Date.now()): number {
  const { lockAfter } = settings.kept;
  if (lockAfter === 0) return Number.POSITIVE_INFINITY;
  const stillForMs = now - Number(readItem(lockKeys.input) ?? now);
  // Nor does what isn't a time keep it open.
  return Number.isNaN(stillForMs) || stillForMs < -clocksDifferMs ? 0 : lockAfter * 60_000 - stillForMs;
}

const inputs = ["pointerdown", "pointermove", "keydown", "input", "wheel", "touchstart", "touchmove"] as const;
const returns = ["focus", "online"] as const;

/**
 * Locks all tabs once none of them has had input for long enough, until the signal. `warn` is told how many seconds are
 * left when they are few, and undefined when they are not.
 */
export function watchInput(warn: (secondsLeft: number | undefined) => void, signal: AbortSignal): void {
  let toldAt = 0;
  let pointer = "";

  const look = (): void => {
    const dueInMs = lockDueInMs();
    if (dueInMs <= 0) lockNow();
    else warn(dueInMs <= warnMs ? Math.ceil(dueInMs / 1000) : undefined);
  };
  const note = (event: Event): void => {
    if (!event.isTrusted) return;
    if (event instanceof PointerEvent && event.type === "pointermove") {
      // A browser also says so when the page moves under a pointer that rests.
      const place = `${event.screenX} ${event.screenY}`;
      if (place === pointer) return;
      pointer = place;
    }
    const now = Date.now();
    if (now >= toldAt && now - toldAt < tellEveryMs) return;
    // Whoever comes back to a machine that slept finds it locked.
    if (lockDueInMs(now) > 0) {
      toldAt = now;
      writeItem(lockKeys.input, String(now));
    }
    look();
  };
  for (const kind of inputs) addEventListener(kind, note, { capture: true, passive: true, signal });
  for (const kind of returns) addEventListener(kind, look, { signal });
  document.addEventListener("visibilitychange", look, { signal });
  document.addEventListener("resume", look, { signal });
  addEventListener("storage", ({ key }) => key === lockKeys.input && look(), { signal });
  const timer = setInterval(look, lookEveryMs);
  signal.addEventListener(
    "abort",
    () => {
      clearInterval(timer);
      warn(undefined);
    },
    { once: true },
  );
  look();
}
