/** Safari gives no focus to a button that is clicked. */
let lastClicked: Element | null = null;
if (typeof document !== "undefined") {
  document.addEventListener(
    "click",
    ({ target }) => (lastClicked = target instanceof Element ? target.closest("a, button, [role=menuitem]") : null),
    true,
  );
}

/** What opens a layer in this moment: what has the focus, else what was clicked last. */
export const openerNow = (): Element | null => {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body ? lastClicked : activeElement;
};

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
