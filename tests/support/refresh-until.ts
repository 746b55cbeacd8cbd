import { waitFor } from "@testing-library/react";
import { onTestFinished } from "vitest";

/** Fires focus events, each ten seconds later by the clock, until the list they refetch has arrived. */
export async function refreshUntil(isThere: () => void): Promise<void> {
  const { now } = Date;
  let later = 0;
  Date.now = () => now() + later;
  onTestFinished(() => void (Date.now = now));
  const tried = () => {
    later += 10_000;
    dispatchEvent(new Event("focus"));
    isThere();
  };
  await waitFor(tried, { timeout: 20_000, interval: 200 });
}
