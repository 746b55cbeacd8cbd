/** Elements where letter keys enter text or move between choices. */
const takesLetters =
  "input:not([type=checkbox]), textarea, select, [contenteditable], [role=textbox], [role=menu], [role=listbox], [role=combobox]";

/** Whether keys typed here enter text or choose something. */
export const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(takesLetters) !== null;

/** Whether a modal covers the page. */
export const isCovered = (): boolean => document.querySelector("[aria-modal=true], [role=alertdialog]") !== null;

/** Whether a key was pressed without modifiers and isn't repeating. */
export const isPlain = ({ ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean => !ctrlKey && !metaKey && !altKey && !repeat;

/**
 * The lower-case letter of a key; on a layout without Latin letters (Cyrillic, Arabic, Greek) the one at its place on a US keyboard.
 * "" for what a browser fills in by itself: its event has no key.
 */
export const letterOf = ({ key = "", code = "" }: Partial<Pick<KeyboardEvent, "key" | "code">>): string =>
  (/^(?!\p{sc=Latin})\p{L}$/u.test(key) && code.startsWith("Key") ? code.slice(3) : key).toLowerCase();
