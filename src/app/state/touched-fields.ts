export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

export const contentOf = (control: Control): string =>
  control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type) ? String(control.checked) : control.value;

/** Each field's content before it was first touched. */
export const before = new Map<Control, string>();

/** Release removed fields, and with them their former ancestors. */
export const forgetGone = (): void => {
  for (const control of before.keys()) if (!control.isConnected) before.delete(control);
};

const note = ({ target }: Event): void => {
  if (!isControl(target) || before.has(target)) return;
  forgetGone();
  before.set(target, contentOf(target));
};

/** Records the content of fields when first touched. Call before the first field is rendered. */
export function watchFields(): void {
  document.addEventListener("focusin", note, { capture: true });
  // Clicking a label changes a checkbox before it is focused.
  document.addEventListener("pointerdown", note, { capture: true });
}
