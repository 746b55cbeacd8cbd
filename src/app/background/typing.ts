type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const isSearch = (control: Control): boolean => control.type === "search" || control.closest("[role=search]") !== null;

/** As the URL has it: the search box quotes what would be read as a term, and an order that is turned has a dash. */
const plain = (text: string): string => text.replaceAll(/^-|["\\]/g, "").trim();

/** What a list is searched, filtered and ordered by stands in the URL once it is applied: a reload brings it back. */
function comesBack(control: Control): boolean {
  const chooses = isSearch(control) || control instanceof HTMLSelectElement;
  if (!chooses) return false;
  const content = plain(control.value);
  if (content === "") return isSearch(control);
  return [...new URLSearchParams(location.search).values()].some((value) => plain(value) === content);
}

const contentOf = (control: Control): string =>
  control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type) ? String(control.checked) : control.value;

/** What each field held before it was first touched. */
const before = new Map<Control, string>();

/** A field that has left the page is held no longer, and with it all that stood around it. */
const forgetGone = (): void => {
  for (const control of before.keys()) if (!control.isConnected) before.delete(control);
};

const note = (target: EventTarget | null): void => {
  if (!isControl(target) || before.has(target)) return;
  forgetGone();
  before.set(target, contentOf(target));
};

/** Knows from now on, for as long as the page stands, what the fields held before they were typed in. */
export function watchTyping(): void {
  note(document.activeElement);
  document.addEventListener("focusin", ({ target }) => note(target), { capture: true });
  // A click on a label changes a box before it has the focus.
  document.addEventListener("pointerdown", ({ target }) => note(target), { capture: true });
}

/** What stands in the fields has been kept: it counts as typed no longer. */
export function noteKept(): void {
  for (const control of before.keys()) before.set(control, contentOf(control));
}

/** Whether somebody has typed something that stands in a field still, or is being asked something. */
export function isTyping(): boolean {
  forgetGone();
  const isDirty = [...before].some(([control, content]) => contentOf(control) !== content && !comesBack(control));
  return isDirty || document.querySelector("dialog[open], [role=dialog][data-state=open], [role=alertdialog][data-state=open]") !== null;
}
