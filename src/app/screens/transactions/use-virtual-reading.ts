import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Reading, TransactionReader } from "../../../sync/transaction-reader.ts";

/** DASH-6: the next page is asked for within this distance of the end, in px. */
const sentinelPx = 100;

interface VirtualReading {
  items: { index: number; start: number; key: string }[];
  totalHeight: number;
  onScroll: () => void;
  /** Says that the reader points at the list, or no longer does: he must not be moved then. */
  onPointing: (pointing: boolean) => void;
  toTop: () => void;
}

/** Ties a reader's list to a scrolling area: what is in sight, the sentinel at the end, and the reader's place. */
export function useVirtualReading(
  area: RefObject<HTMLDivElement | null>,
  reader: TransactionReader,
  reading: Reading,
  rowHeight: number,
  headHeight: number,
): VirtualReading {
  const pointing = useRef(false);
  const length = reading.window?.length ?? 0;
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which would skip this hook, is not used
  const virtualizer = useVirtualizer({
    count: length,
    getScrollElement: () => area.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: headHeight,
    getItemKey: (index) => reader.itemAt(index)?.key ?? `waiting ${index}`,
  });

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const show = () => {
    const { range } = virtualizer;
    if (range) reader.show({ first: range.startIndex, last: range.endIndex, hold: pointing.current || (area.current?.scrollTop ?? 0) > 0 });
  };
  const reachForMore = (): boolean => {
    const element = area.current;
    if (!element) return false;
    const below = element.scrollHeight - element.clientHeight - element.scrollTop;
    if (below > sentinelPx || reading.loading !== "no" || !reading.window || reading.window.never || reading.window.atEnd) return false;
    reader.loadMore();
    return true;
  };

  // Rows came or went above: the lines under the reader's eyes stay where they are.
  const followed = useRef(reading.shift.serial);
  useLayoutEffect(() => {
    const { serial, by } = reading.shift;
    if (followed.current === serial) return;
    followed.current = serial;
    if (area.current) area.current.scrollTop += by * rowHeight;
  }, [area, reading.shift, rowHeight]);

  // A load that brought nothing new must not lead to the next one: without the reader's own doing it is asked once a length.
  const askedAt = useRef<number>(undefined);
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 };
  useEffect(() => {
    show();
    if (reading.failed) askedAt.current = undefined;
    else if (askedAt.current !== length && reachForMore()) askedAt.current = length;
  });

  return {
    items: virtualizer.getVirtualItems().map(({ index, start, key }) => ({ index, start: start - headHeight, key: String(key) })),
    totalHeight: virtualizer.getTotalSize(),
    onScroll: () => void reachForMore(),
    onPointing(is) {
      pointing.current = is;
      show();
    },
    toTop() {
      pointing.current = false;
      area.current?.scrollTo({ top: 0 });
      reader.show({ first: 0, last: Math.max(0, endIndex - startIndex), hold: false });
    },
  };
}
