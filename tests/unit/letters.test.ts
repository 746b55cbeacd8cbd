import { expect, test } from "vitest";
import { letterOf } from "../../src/app/ui/letters.ts";

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
