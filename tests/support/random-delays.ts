import { vi } from "vitest";
import { Random } from "../../host/seed/random.ts";

/**
 * DELAYS=seed makes the host's answers and IndexedDB late at random, as a loaded machine does: what counts on their order fails. Not on
 * a test's own clock, where a moment of the machine's time is minutes.
 */
const seed = Number(process.env["DELAYS"] ?? 0);
const random = new Random(seed);
const atMostMs = 120;

const isLate = (chance: number): boolean => seed > 0 && !vi.isFakeTimers() && random.chance(chance);

/** Waits before an answer of the host, if it is to be late. */
export const delayed = async (): Promise<void> => {
  if (isLate(0.5)) await new Promise((go) => setTimeout(go, random.whole(0, atMostMs)));
};

if (seed > 0) {
  // By which fake-indexeddb goes from one request to the next.
  const soon = setImmediate;
  vi.stubGlobal("setImmediate", (go: () => void) => (isLate(0.05) ? setTimeout(go, random.whole(0, atMostMs)) : soon(go)));
}
