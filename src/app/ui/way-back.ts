import { type RefCallback, useCallback, useState } from "react";
import { focusHolder } from "./return-focus.ts";

/** How focus returns from a layer (dialog, menu, popover) to its opener. */
interface WayBack {
  readonly opener: Element;
  /** The opener's text and ancestors, to find it again if a list or a form re-rendered while the layer was open. */
  readonly words: string;
  readonly around: readonly Element[];
  /** The way back of the layer that contains the opener. */
  readonly before: WayBack | undefined;
}

/** Keyed by the layer's element, which may be gone when it is looked up. */
const waysBack = new WeakMap<Element, WayBack>();

const wordsOf = (element: Element): string => element.getAttribute("aria-label") ?? element.textContent ?? "";

function wayBackTo(opener: Element | null): WayBack | undefined {
  if (!opener || opener === document.body) return undefined;
  const around: Element[] = [];
  // A menu itself has the focus while one of its items is chosen.
  let before = waysBack.get(opener);
  for (let outer = opener.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
    before ??= waysBack.get(outer);
    around.push(outer);
  }
  return { opener, words: wordsOf(opener), around, before };
}

/** Takes focus, if only by script. */
const isHome = (element: Element): boolean => element.matches("[tabindex], a[href], button") && !element.closest("[hidden]");

/**
 * The opener, else the control that replaced it, else the nearest element around it that takes focus, else the opener of the layer
 * around it, else the screen.
 */
function endOf(way: WayBack | undefined): HTMLElement | null {
  if (!way) return document.querySelector("#content");
  const { opener, words, around, before } = way;
  const left = around.find((outer) => outer.isConnected && outer.id !== "root");
  const end = opener.isConnected ? opener : [...(left?.querySelectorAll(opener.localName) ?? [])].find((one) => wordsOf(one) === words);
  const next = end ?? around.find((outer) => outer.isConnected && isHome(outer));
  return next instanceof HTMLElement ? next : endOf(before);
}

/** An opener may vanish once it has its focus back, when what was done in the layer arrives: focus then stays near its place. */
function stayNear(end: HTMLElement | null): HTMLElement | null {
  const way = wayBackTo(end);
  if (!end || !way) return end;
  const removals = new MutationObserver(() => {
    const { activeElement } = document;
    // Until the layer has gone, focus may still be in it.
    if (end.isConnected || (activeElement?.isConnected && activeElement !== document.body)) return;
    leave();
    endOf(way)?.focus({ preventScroll: true });
  });
  const onFocus = ({ target }: FocusEvent): void => {
    if (target !== end) leave();
  };
  const leave = (): void => {
    removals.disconnect();
    document.removeEventListener("focusin", onFocus);
  };
  removals.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", onFocus);
  return end;
}

/**
 * For a layer that is open while mounted: put `ref` on its element; `end` returns where focus goes once it has closed.
 * The opener is the focused element, unless `triggerId` names the button.
 */
export function useWayBack(triggerId?: string): { ref: RefCallback<HTMLElement>; end: () => HTMLElement | null } {
  const [way] = useState(() => wayBackTo(triggerId === undefined ? focusHolder() : document.getElementById(triggerId)));
  const ref = useCallback(
    (layer: HTMLElement | null) => {
      if (layer && way) waysBack.set(layer, way);
    },
    [way],
  );
  return { ref, end: () => stayNear(endOf(way)) };
}
