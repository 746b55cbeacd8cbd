/**
 * Makes a box's text upper case, and returns it. Left to React, a value that isn't the typed one would put the caret behind the last
 * letter.
 */
export function upperCase(box: HTMLInputElement): string {
  const { selectionStart, selectionEnd } = box;
  box.value = box.value.toUpperCase();
  box.setSelectionRange(selectionStart, selectionEnd);
  return box.value;
}
