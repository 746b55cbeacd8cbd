import type { Db } from "./db/connection.ts";
import { sweepKeys } from "./http/idempotency.ts";
import { sweepThrottles } from "./sessions/throttle.ts";

const everyMs = 3600 * 1000;

/** Once an hour forgets what has run out, until the signal aborts. */
export function startSweeping(db: Db, clock: () => Date, signal: AbortSignal): void {
  const timer = setInterval(() => {
    const now = clock();
    sweepKeys(db, now)
      .then(() => sweepThrottles(db, now))
      .catch((error: unknown) => {
        if (!signal.aborted) console.error("Sweeping:", error);
      });
  }, everyMs);
  timer.unref();
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}
