const early: KeyboardEvent[] = [];
const taken = new AbortController();

export const isPaletteKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";

/** Keys are pressed before what they open has been loaded: they are done once it has. */
export function noteEarlyKeys(): void {
  const note = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    // A browser has a meaning of its own for it.
    if (isPaletteKey(event)) event.preventDefault();
    early.push(event);
  };
  document.addEventListener("keydown", note, { signal: taken.signal });
}

/** The keys so far, for the one who listens from now on. */
export function takeEarlyKeys(): KeyboardEvent[] {
  taken.abort();
  return early.splice(0);
}
