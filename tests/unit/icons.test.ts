import { expect, test } from "vitest";
import { onePath, type Shape } from "../../vite.icons.ts";

const path = (d: string): Shape => ["path", { d, key: "k" }];

test("an icon's shapes become one path that draws the same", () => {
  expect(onePath([path("M18 6 6 18"), path("m6 6 12 12")])).toBe("M18 6 6 18M6 6l12 12");
  // A relative start without a line after it, and one whose numbers run into each other.
  expect(onePath([path("M9 3v18"), path("m16 15-3-3 3-3"), path("m.5-2h3")])).toBe("M9 3v18M16 15l-3-3 3-3M.5 -2h3");
  expect(onePath([["line", { x1: "19", x2: "5", y1: "5", y2: "19" }]])).toBe("M19 5L5 19");
  expect(onePath([["circle", { cx: "12", cy: "12", r: "3" }]])).toBe("M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0z");
  expect(onePath([["rect", { x: "3", y: "4", width: "18", height: "16" }]])).toBe("M3 4h18v16h-18z");
  expect(onePath([["rect", { width: "7", height: "9", x: "3", y: "3", rx: "1" }]])).toBe(
    "M4 3h5a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z",
  );
  expect(onePath([["polyline", { points: "1 2 3 4" }]])).toBe("M1 2 3 4");
  expect(onePath([["ellipse", { cx: "12", cy: "5", rx: "9", ry: "3" }]])).toBe("M3 5a9 3 0 1 0 18 0a9 3 0 1 0-18 0z");
});

test("a shape that has a look of its own leaves the icon as it is", () => {
  expect(onePath([path("M1 1h2"), ["circle", { cx: "6", cy: "6", r: "1", fill: "currentColor" }]])).toBeUndefined();
  expect(onePath([["text", { x: "1" }]])).toBeUndefined();
});
