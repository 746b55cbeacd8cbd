import { forgetSeen } from "../../data/seen.ts";

/** Child indexes from an ancestor down to an element. */
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

/** Replays the last click on the first sight in the app. */
function handClick(from: Element, to: Element): void {
  const clicked = from.querySelector("[data-clicked]");
  const same = clicked && elementAt(pathOf(clicked, from) ?? [], to);
  if (!same || same.tagName !== clicked.tagName) return;
  // Runs after the app's effects.
  setTimeout(() => same.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })));
}

/** Transfers what the reader did on the first sight to the app: scroll position, last click, focus, typed text. */
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
    // Set natively, so React handles it as typing.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(same, activeElement.value);
    same.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
}

/** Removes the first sight before the next paint, once the app, or an error page, is in `root`. */
export function giveWay(firstSight: Element, root: Element): void {
  const stand = new MutationObserver(() => {
    if (!root.querySelector("main")?.firstElementChild) return;
    stand.disconnect();
    handOver(firstSight, root);
    // Scripts of the start hold it as long as the page lives.
    firstSight.replaceChildren();
    firstSight.remove();
    forgetSeen();
  });
  stand.observe(root, { childList: true, subtree: true });
}
