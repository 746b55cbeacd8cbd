// Safari focuses not a clicked control, but what takes the focus around it: a row, a dialog, the screen.
globalThis.document?.addEventListener(
  "click",
  ({ target, detail }) => {
    const control = target instanceof Element && target.closest<HTMLElement>("a, button");
    // A script's click has no detail. A menu keeps the focus while an item is chosen; tabs take it by themselves.
    if (detail && control && !control.role && document.activeElement?.contains(control)) control.focus({ preventScroll: true });
  },
  true,
);

/** The trigger to which the focus is about to return. */
let awaited: string | undefined;

/** What has the focus, or gets it back in the next frame. */
export const focusHolder = (): Element | null =>
  awaited !== undefined && document.activeElement === document.body ? document.getElementById(awaited) : document.activeElement;

/**
 * Returns focus to the trigger once its layer has closed, unless focus has moved elsewhere, such as by a click on
 * another control.
 */
export function returnFocus(triggerId: string): void {
  awaited = triggerId;
  requestAnimationFrame(() => {
    awaited = undefined;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) document.getElementById(triggerId)?.focus();
  });
}
