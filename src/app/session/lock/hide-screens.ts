import { openedFrom } from "../../state/palette-state.ts";

/** Events withheld from the screens and overlays: an open dialog would close on Escape or when it loses focus. */
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

/** Recent focus, latest first: a menu or palette the app was locked from is gone on unlock. */
let trail: readonly HTMLElement[] = [];
const trailAtMost = 8;

function note(target: EventTarget | null): void {
  if (target instanceof HTMLElement && target !== document.body)
    trail = [target, ...trail.filter((one) => one !== target && one.isConnected)].slice(0, trailAtMost);
}

/** Notes the current focus, and that before the palette, which may have opened before tracking began. */
function noteNow(): void {
  note(openedFrom());
  note(document.activeElement);
}

/** Tracks focus until the signal aborts. */
export function followFocus(signal: AbortSignal): void {
  noteNow();
  addEventListener("focusin", ({ target }) => note(target), { capture: true, signal });
}

/** Restores focus to where it was, else into what has opened since, or to the content. */
function giveFocusBack(): void {
  const over = [...document.querySelectorAll<HTMLElement>(modal)].at(-1);
  const before = trail.filter((one) => one.isConnected && (!over || over.contains(one)));
  for (const place of [...before, over, document.querySelector<HTMLElement>("#content")]) {
    place?.focus({ preventScroll: true });
    if (place && document.activeElement === place) return;
  }
}

/**
 * Hides everything in the page's body, now and later, from view, keyboard, assistive technology, copying and printing.
 * State is kept: typed input, open layers, scroll positions. Returns the function that shows it again.
 */
export function hideScreens(): () => void {
  const { body, documentElement: root } = document;
  const { scrollX, scrollY } = window;
  const stop = new AbortController();
  // The app may be locked before focus tracking began: React delays what was just loaded.
  if (trail.length === 0) noteNow();
  for (const kind of withheld)
    addEventListener(
      kind,
      (event) => {
        // Default actions still run: typing, moving focus, submitting. The window's own focus events belong to no control.
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
