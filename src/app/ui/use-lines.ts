import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { type Drawing, type Lines, LineView } from "./line-view.ts";

/** Virtualises a list of equally high lines: draws those visible in the scrolling area, plus overscan. */
export function useLines(area: RefObject<HTMLElement | null>, lines: Lines): { view: LineView; drawing: Drawing } {
  const [view] = useState(() => new LineView(lines));
  const drawing = useSyncExternalStore(view.drawing.subscribe, view.drawing.get);
  useLayoutEffect(() => view.setLines(lines));
  useLayoutEffect(() => (area.current ? view.attach(area.current) : undefined), [area, view]);
  return { view, drawing: { ...drawing, from: Math.min(drawing.from, lines.count), end: Math.min(drawing.end, lines.count) } };
}
