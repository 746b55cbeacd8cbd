import { useEffect } from "react";

/** Keeps what gets the focus clear of the sticky header, and of the bar of a selection or a case (WCAG 2.4.11). */
export function FocusInSight(): null {
  useEffect(() => {
    const header = document.querySelector("header");
    const { style } = document.documentElement;
    style.scrollPaddingBottom = "min(9rem, 25vh)";
    const observer = new ResizeObserver(() => {
      style.scrollPaddingTop = `${(header?.offsetHeight ?? 0) + 8}px`;
    });
    if (header) observer.observe(header);
    return () => {
      observer.disconnect();
      style.scrollPadding = "";
    };
  }, []);
  return null;
}
