import { lockDueInMs, lockKeys } from "../../../sync/state/idle-lock.ts";
import { readItem, writeItem } from "../../../sync/state/storage.ts";
import { settings } from "../../state/settings.ts";
import { lockNow } from "../../data/lock-state.ts";

/** How often the wall clock is checked, in ms: a single timer would be late after the machine slept. */
const lookEveryMs = 1000;
/** How often input is reported to other tabs, in ms. */
const tellEveryMs = 1000;
/** Time between the warning and the lock, in ms. */
const warnMs = 30_000;

const dueInMs = (now = Date.now()): number => lockDueInMs(settings.kept.lockAfter, readItem(lockKeys.input), now);

// Assistive technology presses controls without pointer or key events.
const presses = ["mousedown", "click"] as const;
const inputs = ["pointerdown", "pointermove", "keydown", "input", "wheel", "touchstart", "touchmove", ...presses] as const;
const returns = ["focus", "online"] as const;

/**
 * Locks all tabs once none has had input for long enough, until the signal aborts. `warn` gets the seconds left when
 * close to locking, else undefined.
 */
export function watchInput(warn: (secondsLeft: number | undefined) => void, signal: AbortSignal): void {
  let toldAt = 0;
  let pointer = "";

  const look = (): void => {
    const leftMs = dueInMs();
    if (leftMs <= 0) lockNow();
    else warn(leftMs <= warnMs ? Math.ceil(leftMs / 1000) : undefined);
  };
  const note = (event: Event): void => {
    if (!event.isTrusted) return;
    if (event instanceof PointerEvent && event.type === "pointermove") {
      // Browsers also fire this when the page moves under a resting pointer.
      const place = `${event.screenX} ${event.screenY}`;
      if (place === pointer) return;
      pointer = place;
    }
    const now = Date.now();
    if (now >= toldAt && now - toldAt < tellEveryMs) return;
    // After the machine slept past the limit, input must not reopen the app.
    if (dueInMs(now) > 0) {
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
