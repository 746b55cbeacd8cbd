import { proxy, useSnapshot } from "valtio";

/** What is open over the page: the command palette, or the list of keys. */
export const palette = proxy<{ shows: "nothing" | "palette" | "keys"; typed: string; isEntered: boolean }>({
  shows: "nothing",
  /** Text of the palette's field, which accepts input before the palette itself is loaded. */
  typed: "",
  /** Enter was pressed before there was anything to choose from. */
  isEntered: false,
});

/** Focus when the palette was opened. */
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

/** Where focus returns from the palette; null if the element is gone. */
export const openedFrom = (): HTMLElement | null =>
  from instanceof HTMLElement && from.isConnected && from !== document.body ? from : null;

/** Counts navigations by palette or key: one to the current address also remounts its screen. */
const visits = proxy({ count: 0 });

export const useVisit = (): number => useSnapshot(visits).count;
export const beginVisit = (): void => {
  visits.count += 1;
};

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
