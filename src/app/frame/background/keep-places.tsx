import { useEffect } from "react";

/** The list that came back is waited for so long, in ms. */
const comesBackWithinMs = 5000;

/** What a reader does himself ends the way back to where he was. */
const inputs = ["wheel", "keydown", "pointerdown", "touchstart"] as const;

/** A list that scrolls by itself, in the screen. */
const listArea = "#content :has(> table)";

/**
 * Notes for each address how far its list was scrolled, and stands it there again when the browser's history comes back
 * to it, until the signal.
 */
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
      // As long as its rows are not there it can't stand so far down.
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
    // By the next frame the screen that was left is gone.
    requestAnimationFrame(() => {
      if (stop.signal.aborted) return;
      observer.observe(content, { childList: true, subtree: true, attributeFilter: ["style"] });
      look();
    });
  };

  // It is heard before the list hears of it and draws: nothing has to be laid out for it.
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

/** Back at a list, a reader goes on where he was. Draws nothing. */
export function KeepPlaces() {
  useEffect(() => {
    const stop = new AbortController();
    keepPlaces(stop.signal);
    return () => stop.abort();
  }, []);
  return null;
}
