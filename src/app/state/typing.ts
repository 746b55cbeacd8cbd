import { before, contentOf, type Control, forgetGone } from "./touched-fields.ts";

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
