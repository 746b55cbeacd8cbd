import { proxy, useSnapshot } from "valtio";

/** What stands over the page: the command palette, or the list of keys. */
export const palette = proxy<{ shows: "nothing" | "palette" | "keys"; typed: string; isEntered: boolean }>({
  shows: "nothing",
  /** The text of the palette's field: it is typed into before the palette itself has been loaded. */
  typed: "",
  /** Enter was pressed on that text before there was anything to choose from. */
  isEntered: false,
});

/** Where the focus was when the palette was opened. */
let from: Element | null = null;

export function openPalette(): void {
  if (palette.shows === "palette") return;
  from = document.activeElement;
  typeInPalette("");
  palette.shows = "palette";
}

export function closePalette(): void {
  palette.shows = "nothing";
  typeInPalette("");
}

export function typeInPalette(text: string): void {
  palette.typed = text;
  palette.isEntered = false;
}

/** What gets the focus back from the palette; null where it is gone. */
export const openedFrom = (): HTMLElement | null =>
  from instanceof HTMLElement && from.isConnected && from !== document.body ? from : null;

/** Counts the visits by palette or key: one to the address that is open already starts its screen afresh, too. */
const visits = proxy({ count: 0 });

export const useVisit = (): number => useSnapshot(visits).count;
export const beginVisit = (): void => {
  visits.count += 1;
};

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
