import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { type Drawing, type Lines, LineView, type Stretch } from "./line-view.ts";

/** Draws of a list of equally high lines those in sight in a scrolling area, and some around them. */
export function useLines(area: RefObject<HTMLElement | null>, lines: Lines): { view: LineView; drawing: Drawing } {
  const [view] = useState(() => new LineView(lines));
  const drawing = useSyncExternalStore(view.drawing.subscribe, view.drawing.get);
  useLayoutEffect(() => view.setLines(lines));
  useLayoutEffect(() => (area.current ? view.attach(area.current) : undefined), [area, view]);
  const within = ({ from, end }: Stretch): Stretch => ({ from: Math.min(from, lines.count), end: Math.min(end, lines.count) });
  return { view, drawing: { ...drawing, ...within(drawing), next: drawing.next && within(drawing.next) } };
}
