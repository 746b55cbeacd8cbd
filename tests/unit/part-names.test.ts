import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/run.mjs";

/** Words in names of files that common ad blockers' lists block, as EasyPrivacy's "/assets/analytics-". */
const blocked = /analytics|track|beacon|pixel|telemetry|metrics|banner|^ads?[-.]|^stats?[-.]|^ga[-.]/i;

test("[PWA-2, DASH-1] no part that is loaded by itself has a name that ad blockers block: its screen and the install would fail", () => {
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
  const texts = sources.map((path) => readFileSync(join(root, "src", path), "utf8"));
  // The build names a part's file after its module.
  const parts = texts.flatMap((text) =>
    [...text.matchAll(/import\("([^"]+)"\)|"([^"]+)\?worker/g)].map(([, part, worker]) => part ?? worker),
  );
  const names = parts.map((path = "") => basename(path));
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => blocked.test(name))).toEqual([]);
});
