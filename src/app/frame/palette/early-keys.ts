/** A key that was pressed, or words that were pasted, before what they are for had been loaded. */
export type Early = KeyboardEvent | string;

const early: Early[] = [];
const taken = new AbortController();

export const isPaletteKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";

/** Keys are pressed before what they open has been loaded: they are done once it has. */
export function noteEarlyKeys(): void {
  let isForPalette = false;
  const note = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const isItsKey = isPaletteKey(event);
    isForPalette ||= isItsKey;
    // A browser has a meaning of its own for it; and what follows it is for no field of the page.
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

/** What was typed so far, for the one who listens from now on. */
export function takeEarlyKeys(): Early[] {
  taken.abort();
  return early.splice(0);
}
