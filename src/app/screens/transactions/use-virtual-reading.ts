import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ListItem, ListWindow } from "../../../db/transactions/list-window.ts";
import type { Reading, TransactionReader } from "../../../sync/transactions/transaction-reader.ts";
import { LineSlots } from "../../ui/line-slots.ts";
import { heightOf, LineView } from "../../ui/line-view.ts";
import { firstRow } from "./first-row.ts";

/** DASH-6: distance from the end at which the next page is requested, in px. */
const sentinelPx = 100;

export interface DrawnLine {
  index: number;
  item: ListItem | undefined;
  /** Offset from the list's top, in px. */
  top: number;
  /** Slot of the element that draws it. */
  slot: number;
  /** Drawn out of sight, away from the others, because it has the focus. */
  aside?: boolean;
}

interface HeldRow {
  readonly index: number;
  readonly item: ListItem;
}

/** The focused row at its current index; undefined if another took its place or the list now ends above it. */
function placeOf(held: HeldRow | undefined, window: ListWindow | undefined): HeldRow | undefined {
  if (!held || !window) return held;
  const { start, items, length } = window;
  const at = items.findIndex((item) => item?.key === held.item.key);
  if (at >= 0) return { ...held, index: start + at };
  return held.index >= length || items[held.index - start] ? undefined : held;
}

interface VirtualReading {
  lines: readonly DrawnLine[];
  totalHeight: number;
  /** Scrolling: elements are reused for other lines. */
  moving: boolean;
  onScroll: () => void;
  /** Whether the pointer is on the list, which must not move then. */
  onPointing: (pointing: boolean) => void;
  /** A focused row stays rendered, even out of sight. */
  onFocus: (event: FocusEvent) => void;
  onBlur: () => void;
  toTop: () => void;
}

/** Connects a reader's list to a scrolling area: the visible range, the sentinel at the end, and the scroll position. */
export function useVirtualReading(
  area: RefObject<HTMLDivElement | null>,
  reader: TransactionReader,
  reading: Reading,
  rowHeight: number,
  headHeight: number,
): VirtualReading {
  const pointing = useRef(false);
  const [held, setHeld] = useState<HeldRow>();
  const [gone, setGone] = useState<HeldRow>();
  const [slots] = useState(() => new LineSlots());
  const length = reading.window?.length ?? 0;
  const size = { count: length, height: rowHeight, before: headHeight };
  const [view] = useState(() => new LineView(size));
  const current = useSyncExternalStore(view.drawing.subscribe, view.drawing.get);
  useLayoutEffect(() => view.setLines(size));
  useLayoutEffect(() => (area.current ? view.attach(area.current) : undefined), [area, view]);
  const drawing = { ...current, from: Math.min(current.from, length), end: Math.min(current.end, length) };

  const show = () => {
    const { from, end } = view.sight;
    if (end > from) reader.show({ first: from, last: end - 1, hold: pointing.current || !view.isAtTop });
  };
  const reachForMore = (): boolean => {
    const element = area.current;
    // Far from the end there is no need to measure.
    if (!element || view.sight.end < length - 10) return false;
    const below = element.scrollHeight - element.clientHeight - element.scrollTop;
    if (below > sentinelPx || reading.loading !== "no" || !reading.window || reading.window.never || reading.window.atEnd) return false;
    reader.loadMore();
    return true;
  };

  // Rows were added or removed above: keep the visible lines in place.
  const followed = useRef(reading.shift.serial);
  useLayoutEffect(() => {
    const { serial, by } = reading.shift;
    if (followed.current === serial) return;
    followed.current = serial;
    view.moveBy(by);
    setHeld((row) => row && { ...row, index: row.index + by });
  }, [view, reading.shift]);

  // When the focused row is removed, focus the one in its place, or the last one, instead of the page.
  useLayoutEffect(() => {
    if (gone && document.activeElement === document.body)
      area.current
        ?.querySelector<HTMLElement>(`[aria-rowindex="${Math.min(gone.index, length - 1) + firstRow}"] td:last-child button`)
        ?.focus({ preventScroll: true });
  }, [gone, area, length]);

  // A load without new rows must not trigger the next: without user action, load once per length.
  const askedAt = useRef<number>(undefined);
  useEffect(() => {
    show();
    if (reading.failed) askedAt.current = undefined;
    else if (askedAt.current !== length && reachForMore()) askedAt.current = length;
  });

  const { lift, moving } = drawing;
  const drawn: Pick<DrawnLine, "index" | "item" | "aside">[] = [];
  const row = placeOf(held, reading.window);
  if (row?.index !== held?.index) setHeld(row);
  if (held && !row) setGone(held);
  for (let index = drawing.from; index < drawing.end; index += 1) drawn.push({ index, item: reader.itemAt(index) });
  if (row && !drawn.some(({ item }) => item?.key === row.item.key)) {
    const line = { ...row, aside: true };
    if (row.index < drawing.from) drawn.unshift(line);
    else drawn.push(line);
  }
  const taken = slots.take(
    drawn.map(({ index, item }) => item?.key ?? `waiting ${index}`),
    moving,
  );
  const lines = drawn.map((line, place) => ({ ...line, top: line.index * rowHeight - lift, slot: taken[place] ?? 0 }));
  // Elements are reordered only at rest.
  if (moving) lines.sort((a, b) => a.slot - b.slot);

  return {
    lines,
    totalHeight: heightOf(size),
    moving,
    onScroll() {
      view.follow();
      show();
      reachForMore();
    },
    onPointing(is) {
      pointing.current = is;
      show();
    },
    onFocus({ target }) {
      const index = Number(target.closest("[aria-rowindex]")?.getAttribute("aria-rowindex")) - firstRow;
      const item = reader.itemAt(index);
      if (item) setHeld({ index, item });
    },
    onBlur: () => setHeld(undefined),
    toTop() {
      pointing.current = false;
      view.moveTo(0);
      const { from, end } = view.sight;
      reader.show({ first: from, last: Math.max(from, end - 1), hold: false });
    },
  };
}
