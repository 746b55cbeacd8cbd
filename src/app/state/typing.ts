import { held } from "../../sync/state/held.ts";
import { onOtherAdmin } from "./other-admin.ts";
import { before, contentOf, type Control, forgetGone } from "./touched-fields.ts";

// Fields outlive their screens there, with what was typed.
onOtherAdmin(() => before.clear());

const isSearch = (control: Control): boolean => control.type === "search" || control.closest("[role=search]") !== null;

/** As in the URL: the search box quotes text that would parse as a term, and a reversed order has a dash. */
const plain = (text: string): string => text.replaceAll(/^-|["\\]/g, "").trim();

/** A list's search, filters and order are in the URL once applied, so a reload restores them. */
function comesBack(control: Control): boolean {
  const chooses = isSearch(control) || control instanceof HTMLSelectElement;
  if (!chooses) return false;
  const content = plain(control.value);
  if (content === "") return isSearch(control);
  return [...new URLSearchParams(location.search).values()].some((value) => plain(value) === content);
}

/** Marks the current content of all fields as saved. */
export function noteKept(): void {
  for (const control of before.keys()) before.set(control, contentOf(control));
}

/** Whether another screen in place of this one would lose something: a field holds unsaved input, or a question or a result is open. */
export function isTyping(): boolean {
  forgetGone();
  const isDirty = [...before].some(([control, content]) => contentOf(control) !== content && !comesBack(control));
  return isDirty || document.querySelector("dialog[open], [data-unsaved], [role$=dialog][data-state=open]") !== null;
}

/** Whether a reload would lose something. */
export const isUnsaved = (): boolean => isTyping() || held.get() > 0;
