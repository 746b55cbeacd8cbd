import { auth } from "./auth.ts";

/** A key pressed, or text pasted, before its handler was loaded. */
export type Early = KeyboardEvent | string;

const early: Early[] = [];
const taken = new AbortController();

/** `letter`: of the key, as another layout may have it. */
export const isPaletteKey = (event: KeyboardEvent, letter?: string): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && (letter ?? event.key.toLowerCase()) === "k";

/** Queues keys pressed before their handlers are loaded. */
export function noteEarlyKeys(): void {
  let isForPalette = false;
  const note = (event: KeyboardEvent): void => {
    // The session has ended during the start: the keys belong to the sign-in page.
    if (!auth.session) return void takeEarlyKeys();
    if (event.defaultPrevented || event.isComposing) return;
    const isItsKey = isPaletteKey(event);
    isForPalette ||= isItsKey;
    // Stop the browser's own shortcut; later keys must not go to a field of the page.
    if (isItsKey || (isForPalette && !event.ctrlKey && !event.metaKey && !event.altKey)) event.preventDefault();
    early.push(event);
  };
  const notePasted = (event: ClipboardEvent): void => {
    if (!isForPalette) return;
    event.preventDefault();
    early.push(event.clipboardData?.getData("text/plain") ?? "");
  };
  document.addEventListener("keydown", note, { signal: taken.signal });
  document.addEventListener("paste", notePasted, { signal: taken.signal });
}

/** Returns the queued input and stops queueing. Also for what stands in place of the frame: no palette comes there to take it. */
export function takeEarlyKeys(): Early[] {
  taken.abort();
  return early.splice(0);
}
