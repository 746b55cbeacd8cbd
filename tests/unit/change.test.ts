import { expect, test } from "vitest";
import { changeOf } from "../../src/app/figures/change.ts";

test("[RATE-3] a change of what isn't known is no first value, and is typed again", () => {
  expect(changeOf(undefined, "5", false)).toEqual({ is: "unknown", percent: undefined, isLarge: true });
  expect(changeOf("5", "5.1", false)).toMatchObject({ is: "up", isLarge: false });
});

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
