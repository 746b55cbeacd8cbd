import { type RefCallback, useCallback, useState } from "react";

/** How the focus gets from a layer (a dialog, a menu, a popover) back to what opened it. */
interface WayBack {
  readonly opener: Element;
  /** What the opener says, and what stood around it: a list or a form may be drawn anew while the layer is open. */
  readonly words: string;
  readonly around: readonly Element[];
  /** From the layer in which the opener stands. */
  readonly before: WayBack | undefined;
}

/** By the layer's element, which may have gone by the time it is asked for. */
const waysBack = new WeakMap<Element, WayBack>();

/** Safari gives no focus to a button that is clicked. */
let lastClicked: Element | null = null;
if (typeof document !== "undefined") {
  document.addEventListener(
    "click",
    ({ target }) => (lastClicked = target instanceof Element ? target.closest("a, button, [role=menuitem]") : null),
    true,
  );
}

const wordsOf = (element: Element): string => element.getAttribute("aria-label") ?? element.textContent ?? "";

const openerNow = (): Element | null => {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body ? lastClicked : activeElement;
};

function wayBackTo(opener: Element | null): WayBack | undefined {
  if (!opener) return undefined;
  const around: Element[] = [];
  // A menu has the focus itself while one of its entries is chosen.
  let before = waysBack.get(opener);
  for (let outer = opener.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
    before ??= waysBack.get(outer);
    around.push(outer);
  }
  return { opener, words: wordsOf(opener), around, before };
}

/** The opener, else the control that has taken its place, else what opened the layer in which it stood; else the screen. */
function endOf(way: WayBack | undefined): HTMLElement | null {
  if (!way) return document.querySelector("#content");
  const { opener, words, around, before } = way;
  const left = around.find((outer) => outer.isConnected && outer.id !== "root");
  const end = opener.isConnected ? opener : [...(left?.querySelectorAll(opener.localName) ?? [])].find((one) => wordsOf(one) === words);
  return end instanceof HTMLElement ? end : endOf(before);
}

/**
 * For a layer that is open for as long as it is mounted: `ref` goes on its element, and `end` says where the focus goes
 * once it has closed. What has the focus now has opened it, unless `triggerId` names the button.
 */
export function useWayBack(triggerId?: string): { ref: RefCallback<HTMLElement>; end: () => HTMLElement | null } {
  const [way] = useState(() => wayBackTo(triggerId === undefined ? openerNow() : document.getElementById(triggerId)));
  const ref = useCallback(
    (layer: HTMLElement | null) => {
      if (layer && way) waysBack.set(layer, way);
    },
    [way],
  );
  return { ref, end: () => endOf(way) };
}

/**
 * Gives the focus back to a button once what it opened has gone; unless it has gone elsewhere by then, as by a
 * click on another control.
 */
export function returnFocus(triggerId: string): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) document.getElementById(triggerId)?.focus();
  });
}
