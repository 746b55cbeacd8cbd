import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * Row height in px, measured on an element with the row's class: the stylesheet derives it from density, touch, width
 * and text size, and the virtual list needs the number.
 */
export function useRowHeight(): { probe: RefObject<HTMLDivElement | null>; height: number } {
  const probe = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(40);
  useLayoutEffect(() => {
    const element = probe.current;
    if (!element) return;
    const measure = () => setHeight(element.getBoundingClientRect().height || 40);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { probe, height };
}
