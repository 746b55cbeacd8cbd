import { openedFrom } from "../../state/palette-state.ts";

/** What the screens, and what lies over them, would make of it: an open dialog closes by Escape, or when the focus leaves it. */
const withheld = [
  "keydown",
  "keyup",
  "keypress",
  "pointerdown",
  "pointerup",
  "mousedown",
  "mouseup",
  "touchstart",
  "touchend",
  "focusin",
  "focusout",
  "focus",
  "blur",
] as const;

const modal = "[role=dialog][data-state=open], [role=alertdialog][data-state=open]";

/** Where the focus was, the latest first: what the app is locked from, a menu or the palette, is gone by then. */
let trail: readonly HTMLElement[] = [];
const trailAtMost = 8;

function note(target: EventTarget | null): void {
  if (target instanceof HTMLElement && target !== document.body)
    trail = [target, ...trail.filter((one) => one !== target && one.isConnected)].slice(0, trailAtMost);
}

/** Where the focus is, and where it was before the palette, which may have been opened before anything followed it. */
function noteNow(): void {
  note(openedFrom());
  note(document.activeElement);
}

/** Notes where the focus goes, until the signal. */
export function followFocus(signal: AbortSignal): void {
  noteNow();
  addEventListener("focusin", ({ target }) => note(target), { capture: true, signal });
}

/** Puts the focus to where it was, else into what has opened since, or to the content. */
function giveFocusBack(): void {
  const over = [...document.querySelectorAll<HTMLElement>(modal)].at(-1);
  const before = trail.filter((one) => one.isConnected && (!over || over.contains(one)));
  for (const place of [...before, over, document.querySelector<HTMLElement>("#content")]) {
    place?.focus({ preventScroll: true });
    if (place && document.activeElement === place) return;
  }
}

/**
 * Hides all that stands in the page's body, now and later, from eyes, keys, assistive technology, copying and printing.
 * It stays as it is: what was typed, what is open, how far it was scrolled. Returns what shows it again.
 */
export function hideScreens(): () => void {
  const { body, documentElement: root } = document;
  const { scrollX, scrollY } = window;
  const stop = new AbortController();
  // The lock may be on before anything has followed the focus: React holds back for a moment what has just been loaded.
  if (trail.length === 0) noteNow();
  for (const kind of withheld)
    addEventListener(
      kind,
      (event) => {
        // The browser does its own part: typing, moving the focus, sending the form. The window's own focus is no control's.
        if (event.target !== window) event.stopImmediatePropagation();
      },
      { capture: true, signal: stop.signal },
    );
  getSelection()?.removeAllRanges();
  root.dataset["locked"] = "";
  body.inert = true;
  return () => {
    delete root.dataset["locked"];
    body.inert = false;
    scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
    giveFocusBack();
    stop.abort();
  };
}
