import { forgetSeen } from "../../data/seen.ts";

/** The way from an element's ancestor down to it, by the places among the children. */
function pathOf(element: Element, top: Element): number[] | undefined {
  const path: number[] = [];
  for (let at = element; at !== top;) {
    const parent = at.parentElement;
    if (!parent) return undefined;
    path.unshift([...parent.children].indexOf(at));
    at = parent;
  }
  return path;
}

const elementAt = (path: readonly number[], top: Element): Element | undefined =>
  path.reduce<Element | undefined>((at, place) => at?.children[place], top);

/** Clicks in the app where the first sight was clicked last. */
function handClick(from: Element, to: Element): void {
  const clicked = from.querySelector("[data-clicked]");
  const same = clicked && elementAt(pathOf(clicked, from) ?? [], to);
  if (!same || same.tagName !== clicked.tagName) return;
  // The app's effects come first.
  setTimeout(() => same.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })));
}

/** What a reader did to the first sight goes on in the app: how far he scrolled, what he clicked, where the focus is, what he typed. */
function handOver(from: Element, to: Element): void {
  handClick(from, to);
  for (const area of from.querySelectorAll("*")) {
    if (area.scrollTop === 0) continue;
    const same = elementAt(pathOf(area, from) ?? [], to);
    if (same) same.scrollTop = area.scrollTop;
  }
  const { activeElement } = document;
  if (!activeElement || !from.contains(activeElement)) return;
  const same = elementAt(pathOf(activeElement, from) ?? [], to);
  if (!(same instanceof HTMLElement) || same.tagName !== activeElement.tagName) return;
  same.focus({ preventScroll: true });
  if (same instanceof HTMLInputElement && activeElement instanceof HTMLInputElement && activeElement.value !== "") {
    // The app hears of it as of typing.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(same, activeElement.value);
    same.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}

/** Takes the first sight away before the next paint once the app, or whatever else it has to say, stands in `root`. */
export function giveWay(firstSight: Element, root: Element): void {
  const stand = new MutationObserver(() => {
    if (!root.querySelector("main")?.firstElementChild) return;
    stand.disconnect();
    handOver(firstSight, root);
    firstSight.remove();
    forgetSeen();
  });
  stand.observe(root, { childList: true, subtree: true });
}
