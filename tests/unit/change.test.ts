import { expect, test } from "vitest";
import { changeOf } from "../../src/app/figures/change.ts";

test.each([
  ["1450", "1595", false],
  ["1450", "1595.00000001", true],
  ["1450", "1305", false],
  ["1450", "1304.99999999", true],
  ["0.1", "0.11", false],
  ["-2", "-2.2", false],
  ["-2", "-2.20000001", true],
  ["0", "0.01", true],
  [undefined, "5", false],
  ["5", "5.0", false],
])("[RATE-3] from %s to %s the new value is typed again: %s", (before, after, isLarge) => {
  expect(changeOf(before, after).isLarge).toBe(isLarge);
});
