// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { isTyping, letterOf } from "../../src/app/ui/letters.ts";

test.each([
  ["k", "KeyK", "k"],
  ["K", "KeyK", "k"],
  // Cyrillic, Greek, Arabic, Hebrew.
  ["с", "KeyC", "c"],
  ["Ф", "KeyA", "a"],
  ["κ", "KeyK", "k"],
  ["ؤ", "KeyC", "c"],
  ["ב", "KeyC", "c"],
  // AZERTY and Dvorak have Latin letters at other places.
  ["a", "KeyQ", "a"],
  ["w", "KeyZ", "w"],
  // With AltGr.
  ["ç", "KeyC", "ç"],
  ["©", "KeyC", "©"],
  ["/", "Slash", "/"],
  ["Enter", "Enter", "enter"],
])("[USER-6, FIND-1] the key “%s” at %s is the letter %s", (key, code, letter) => {
  expect(letterOf({ key, code })).toBe(letter);
});

test.each([
  ['<input type="checkbox">', false],
  ['<input type="checkbox" role="switch">', false],
  ["<button>", false],
  ["<input>", true],
  ['<input type="search">', true],
  ["<textarea>", true],
  ["<select>", true],
])("[USER-6, FIND-1] letters at %s are keys of the app, or typed into it", (html, typed) => {
  document.body.innerHTML = html;
  expect(isTyping(document.body.firstElementChild)).toBe(typed);
});
