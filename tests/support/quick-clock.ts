import { act } from "@testing-library/react";
import { onTestFinished, vi } from "vitest";

/** A clock that goes on by itself, and can be set forward. */
export interface QuickClock {
  /** Lets this much time pass at once, in ms, with every timer that falls due. */
  readonly pass: (ms: number) => Promise<void>;
  /** Lets time pass in steps of so many ms until the check passes. It is given up by the machine's time, as `waitFor`'s would go by at once. */
  readonly passUntil: (stepMs: number, check: () => void) => Promise<void>;
  /** Sets `Date` forward by this much, in ms, and no timer, as after a machine's sleep. */
  readonly sleep: (ms: number) => void;
}

/** Puts timers and `Date` on a clock that the test can set forward, until the test ends. */
export function quickClock(): QuickClock {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const pass = (ms: number): Promise<void> =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(ms);
    });
  return {
    pass,
    passUntil: (stepMs, check) =>
      vi.waitFor(
        async () => {
          await pass(stepMs);
          check();
        },
        { timeout: 40_000, interval: 20 },
      ),
    sleep: (ms) => void vi.setSystemTime(Date.now() + ms),
  };
}
