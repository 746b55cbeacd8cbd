import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * The height in px of an element that has a row's class: density, touch, width and text size decide it in the
 * stylesheet, and the virtual list has to know.
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
