import { heightOf } from "../../ui/line-view.ts";
import type { Reading, TransactionReader } from "../../../sync/transaction-reader.ts";

/** The list is no higher than this in px (DASH-2). */
const highest = 600;

/** The first lines, as many as are in sight of the highest list. */
export function useVirtualReading(_: unknown, reader: TransactionReader, reading: Reading, rowHeight: number) {
  const length = reading.window?.length ?? 0;
  const lines = Array.from({ length: Math.min(length, Math.ceil(highest / rowHeight)) }, (_, index) => ({
    index,
    item: reader.itemAt(index),
    top: index * rowHeight,
    slot: index,
  }));
  return { lines, moving: false, totalHeight: heightOf({ count: length, height: rowHeight }) };
}
