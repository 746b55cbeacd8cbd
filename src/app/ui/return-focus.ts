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
