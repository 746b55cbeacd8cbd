import { useEffect } from "react";

/** How long to wait for the list to reappear, in ms. */
const comesBackWithinMs = 5000;

/** User input cancels restoring the position. */
const inputs = ["wheel", "keydown", "pointerdown", "touchstart", "mousedown"] as const;

/** A scrolling list in the screen. */
const listArea = "#content :has(> table)";

/** Records each address's list scroll position and restores it on history navigation, until the signal aborts. */
function keepPlaces(signal: AbortSignal): void {
  const places = new Map<string, number>();
  let returning: AbortController | undefined;

  const comeBackTo = (top: number): void => {
    const content = document.querySelector("#content");
    if (!content) return;
    const stop = new AbortController();
    returning = stop;
    const end = (): void => stop.abort();
    const look = (): void => {
      const area = content.querySelector(listArea);
      // Can't scroll that far until its rows are there.
      if (stop.signal.aborted || !area || area.scrollHeight - area.clientHeight < top) return;
      area.scrollTop = top;
      end();
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(end, comesBackWithinMs);
    stop.signal.addEventListener("abort", () => {
      observer.disconnect();
      clearTimeout(timer);
    });
    for (const kind of inputs) addEventListener(kind, end, { capture: true, passive: true, signal: stop.signal });
    // The previous screen is gone by the next frame.
    requestAnimationFrame(() => {
      if (stop.signal.aborted) return;
      observer.observe(content, { childList: true, subtree: true, attributeFilter: ["style"] });
      look();
    });
  };

  // Captured before the list's own handler draws, so it forces no layout.
  const note = ({ target }: Event): void => {
    if (target instanceof Element && target.matches(listArea)) places.set(location.href, target.scrollTop);
  };
  document.addEventListener("scroll", note, { capture: true, passive: true, signal });
  addEventListener(
    "popstate",
    () => {
      returning?.abort();
      const top = places.get(location.href);
      if (top) comeBackTo(top);
    },
    { signal },
  );
  signal.addEventListener("abort", () => returning?.abort(), { once: true });
}

/** Restores the scroll position when going back to a list. Renders nothing. */
export function KeepPlaces() {
  useEffect(() => {
    const stop = new AbortController();
    keepPlaces(stop.signal);
    return () => stop.abort();
  }, []);
  return null;
}
