import { useEffect } from "react";

/**
 * Keeps what gets the focus clear of the sticky header, and of the bar of a selection or a case (WCAG 2.4.11). In a window as low as
 * at 400 % the header scrolls away: it would cover half of what is seen.
 */
export function FocusInSight(): null {
  useEffect(() => {
    const header = document.querySelector("header");
    const { style } = document.documentElement;
    style.scrollPaddingBottom = "min(9rem, 25vh)";
    const low = matchMedia("(max-height: 30rem)");
    const fit = (): void => {
      if (header) header.style.position = low.matches ? "static" : "";
      style.scrollPaddingTop = `${low.matches ? 8 : (header?.offsetHeight ?? 0) + 8}px`;
    };
    const observer = new ResizeObserver(fit);
    if (header) observer.observe(header);
    low.addEventListener("change", fit);
    return () => {
      observer.disconnect();
      low.removeEventListener("change", fit);
      style.scrollPadding = "";
    };
  }, []);
  return null;
}
