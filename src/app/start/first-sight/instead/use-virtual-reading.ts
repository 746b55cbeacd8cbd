import { heightOf, mostRoom } from "../../../ui/line-view.ts";
import type { Reading, TransactionReader } from "../../../../sync/transactions/transaction-reader.ts";

/** The smallest that a reader may have set the browser's text to, in px. */
const rem = 12;

/** No less in px than the list's area, which has to be known before it is laid out: ../../screens/transactions/transaction-list.tsx. */
const roomAtMost = (): number => Math.min(mostRoom, Math.max(innerHeight - 21 * rem, 0.6 * innerHeight));

/** The first lines, as many as are in sight. */
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
