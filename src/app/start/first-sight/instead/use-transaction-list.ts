import type { FirstSight } from "../../../../db/first-sight/first-sight.ts";
import { Observable } from "../../../../sync/state/observable.ts";
import { readingOf } from "../../../../sync/transactions/transaction-reader.ts";

/** Before anything is drawn, and after: nobody reads it then. */
export const nothing = undefined as unknown as FirstSight;

/** The data drawn. */
export const seen = { now: nothing };

/** A reader with its data already read. */
export function useTransactionReader() {
  const { window } = seen.now;
  return {
    reading: new Observable(readingOf(window)),
    source: { matching: new Observable({ is: "host" }) },
    itemAt: (index: number) => window.items[index],
  };
}
