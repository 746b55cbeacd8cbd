import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { parts } from "../../scripts/build.mjs";
import { root } from "../../scripts/run.mjs";

test("a change of any file that configures the build makes the next start build anew", () => {
  const configures = readdirSync(root).filter((name) => /^(vite|panda|postcss)\..*(ts|mjs)$/.test(name));
  const sources = new Set<string>(Object.values(parts).flatMap((part) => part.sources));
  expect(configures).not.toEqual([]);
  expect(configures.filter((name) => !sources.has(name))).toEqual([]);
});
