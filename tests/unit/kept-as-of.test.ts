import { expect, test } from "vitest";
import { keptAsOf } from "../../src/db/store/kept-as-of.ts";

test("[AUD-1, APPR-4, SYNC-1] what is kept is as old as its own list, else as the oldest one", () => {
  const views = [
    { key: "all", asOf: 30 },
    { key: "alerts", asOf: 90 },
  ];
  expect(keptAsOf(views, "alerts")).toBe(90);
  expect(keptAsOf(views, "failed")).toBe(30);
  expect(keptAsOf([], "all")).toBeUndefined();
});
