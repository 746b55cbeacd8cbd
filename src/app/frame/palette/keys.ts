import { type Early, isPaletteKey, takeEarlyKeys } from "../../state/early-keys.ts";
import { isCovered, isPlain, isTyping, letterOf } from "../../ui/letters.ts";
import { closePalette, openPalette, palette, typeInPalette } from "../../state/palette-state.ts";
import { places } from "./places.ts";

/** Time to press a screen's letter after G, in ms. */
const letterWithinMs = 1500;

/** Inside a dialog, letters belong to it. */
const isInDialog = (target: EventTarget | null): boolean => target instanceof Element && target.closest("[role=dialog]") !== null;

/** Focuses the search of the current list; without one, opens the palette. */
function goToSearch(): void {
  const box = document.querySelector<HTMLInputElement>("main input[type=search]");
  if (!box) {
    openPalette();
    return;
  }
  box.focus();
  box.select();
}

/** Replays early input into the palette's field. */
function typeEarly(one: Early): void {
  if (typeof one === "string") typeInPalette(palette.typed + one);
  else if (one.key === "Escape" || isPaletteKey(one)) closePalette();
  else if (one.key === "Enter") palette.isEntered = true;
  else if (one.key === "Backspace") typeInPalette(palette.typed.slice(0, -1));
  else if (one.key.length === 1 && !one.ctrlKey && !one.metaKey && !one.altKey) typeInPalette(palette.typed + one.key);
}

/**
 * Global keys: Ctrl or ⌘ K, and with `single` the single-letter ones, ignored while typing or in a dialog. They only
 * navigate. Returns the cleanup function.
 */
export function listenToKeys(single: boolean, go: (path: string) => void): () => void {
  const stop = new AbortController();
  let pressedG = Number.NEGATIVE_INFINITY;
  const onKey = (event: KeyboardEvent): void => {
    if (isPaletteKey(event, letterOf(event))) {
      if (palette.shows === "nothing" && isCovered()) return;
      event.preventDefault();
      if (palette.shows === "palette") closePalette();
      else openPalette();
      return;
    }
    if (!single || !isPlain(event) || isTyping(event.target) || isInDialog(event.target) || isCovered()) return;
    const isAfterG = event.timeStamp - pressedG < letterWithinMs;
    pressedG = Number.NEGATIVE_INFINITY;
    const place = isAfterG ? places.find(({ key }) => key === letterOf(event)) : undefined;
    if (place) go(place.path);
    else if (event.key === "/") goToSearch();
    else if (event.key === "?") palette.shows = "keys";
    else {
      if (letterOf(event) === "g") pressedG = event.timeStamp;
      return;
    }
    event.preventDefault();
  };
  for (const one of takeEarlyKeys()) {
    if (palette.shows === "palette") typeEarly(one);
    else if (typeof one !== "string") onKey(one);
  }
  const hear = (event: KeyboardEvent): void => {
    if (!event.defaultPrevented && !event.isComposing) onKey(event);
  };
  document.addEventListener("keydown", hear, { signal: stop.signal });
  return () => stop.abort();
}
