import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { journeysFor, journeysOf } from "../../scripts/testing/changed.mjs";

const journeys = new Set(readdirSync("tests/browser").map((file) => file.replace(".spec.ts", "")));

test("every journey that a place names exists", () => {
  expect(
    Object.values(journeysOf)
      .flat()
      .filter((name) => !journeys.has(name)),
  ).toEqual([]);
});

test("every place that names journeys exists", () => {
  const places = Object.keys(journeysOf).filter((place) => place !== "vite.");
  expect(places.filter((place) => !existsSync(place))).toEqual([]);
});

test("every screen's folder names its journeys", () => {
  const screens = readdirSync("src/app/screens").map((name) => `src/app/screens/${name}/`);
  expect(screens.filter((place) => !journeysOf[place])).toEqual([]);
});

test("a changed file leads to the journeys of its own place, not of the place around it", () => {
  expect(journeysFor(["src/app/screens/transactions/chart/plot.ts"])).toEqual(["tests/browser/activity.spec.ts"]);
});

test("a changed journey leads to itself, and a changed support file to the journeys that import it", () => {
  expect(journeysFor(["tests/browser/print.spec.ts"])).toEqual(["tests/browser/print.spec.ts"]);
  expect(journeysFor(["tests/support/gate.ts"])).toContain("tests/browser/updates.spec.ts");
});
