import { heightOf, mostRoom } from "../../../ui/line-view.ts";
import type { Reading, TransactionReader } from "../../../../sync/transactions/transaction-reader.ts";

/** Smallest text size a reader may have set in the browser, in px. */
const rem = 12;

/** Upper bound of the list area's height in px, needed before layout: ../../screens/transactions/transaction-list.tsx. */
const roomAtMost = (): number => Math.min(mostRoom, Math.max(innerHeight - 21 * rem, 0.6 * innerHeight));

/** The first lines, as many as are visible. */
export function useVirtualReading(_: unknown, reader: TransactionReader, reading: Reading, rowHeight: number, headHeight: number) {
  const length = reading.window?.length ?? 0;
  const inSight = Math.ceil((roomAtMost() - headHeight) / rowHeight);
  const lines = Array.from({ length: Math.min(length, inSight) }, (_, index) => ({
    index,
    item: reader.itemAt(index),
    top: index * rowHeight,
    slot: index,
  }));
  return { lines, moving: false, totalHeight: heightOf({ count: length, height: rowHeight }) };
}
