import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourcePath } from "../../build/source-path.ts";
import { parts } from "../../scripts/build.mjs";
import { root } from "../../scripts/run.mjs";

test("a change of any file that configures the build makes the next start build anew", () => {
  const configures = readdirSync(root).filter((name) => /^(vite|panda|postcss)\..*(ts|mjs)$/.test(name));
  const sources = new Set<string>(Object.values(parts).flatMap((part) => part.sources));
  expect(configures).not.toEqual([]);
  expect(configures.filter((name) => !sources.has(name))).toEqual([]);
});

test("the build finds its sources wherever the project lies, as in a folder whose name has a space", () => {
  expect(sourcePath("index.html")).toBe(join(root, "index.html"));
  const builds = ["vite.config.ts", ...readdirSync(join(root, "build")).map((name) => `build/${name}`)];
  // In a URL the space is %20.
  expect(builds.filter((file) => /import\.meta\.url\)\.pathname|file:\/\//.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
