/** Where a letter is text, moves among choices, or is for what stands open. */
const takesLetters = "input, textarea, select, [contenteditable], [role=textbox], [role=menu], [role=listbox], [role=combobox]";

/** Whether what is typed here is text, or chooses something. */
export const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(takesLetters) !== null;

/** Something lies over the page and has to be answered or closed first. */
export const isCovered = (): boolean => document.querySelector("[aria-modal=true], [role=alertdialog]") !== null;

/** A key without any that changes its meaning, pressed once. */
export const isPlain = ({ ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean => !ctrlKey && !metaKey && !altKey && !repeat;
