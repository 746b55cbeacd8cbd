/** Safari doesn't focus a clicked button. */
let lastClicked: Element | null = null;
if (typeof document !== "undefined") {
  document.addEventListener(
    "click",
    ({ target }) => (lastClicked = target instanceof Element ? target.closest("a, button, [role=menuitem]") : null),
    true,
  );
}

/** The control clicked last. */
export const clickedLast = (): Element | null => lastClicked;

/**
 * Returns focus to the trigger once its layer has closed, unless focus has moved elsewhere, such as by a click on
 * another control.
 */
export function returnFocus(triggerId: string): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) document.getElementById(triggerId)?.focus();
  });
}
