export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

export const contentOf = (control: Control): string =>
  control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type) ? String(control.checked) : control.value;

/** What each field held before it was first touched. */
export const before = new Map<Control, string>();

/** A field that has left the page is held no longer, and with it all that stood around it. */
export const forgetGone = (): void => {
  for (const control of before.keys()) if (!control.isConnected) before.delete(control);
};

const note = ({ target }: Event): void => {
  if (!isControl(target) || before.has(target)) return;
  forgetGone();
  before.set(target, contentOf(target));
};

/** Notes from now on what fields hold when they are first touched. Called before the first field is drawn. */
export function watchFields(): void {
  document.addEventListener("focusin", note, { capture: true });
  // A click on a label changes a box before it has the focus.
  document.addEventListener("pointerdown", note, { capture: true });
}
