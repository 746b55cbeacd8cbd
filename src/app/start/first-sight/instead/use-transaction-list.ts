import type { FirstSight } from "../../../../db/first-sight/first-sight.ts";
import { Observable } from "../../../../sync/state/observable.ts";
import { readingOf } from "../../../../sync/transactions/transaction-reader.ts";

/** The data drawn; set before anything is. */
export const seen: { now: FirstSight } = { now: undefined as unknown as FirstSight };

/** A reader with its data already read. */
export function useTransactionReader() {
  const { window } = seen.now;
  return {
    reading: new Observable(readingOf(window)),
    source: { matching: new Observable({ is: "host" }) },
    itemAt: (index: number) => window.items[index],
  };
}
