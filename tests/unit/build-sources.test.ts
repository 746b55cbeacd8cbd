import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourcePath } from "../../build/source-path.ts";
import { parts } from "../../scripts/build.mjs";
import { isWithin } from "../../scripts/node-version.mjs";
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

test("a start is refused by a version of Node for which some package can't be installed", () => {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { engines: { node: string } };
  const fits = (version: string): boolean => isWithin(version, engines.node);
  expect(["20.19.0", "20.20.2", "22.12.0", "24.0.0", "25.1.0"].filter((version) => !fits(version))).toEqual([]);
  expect(["18.20.0", "20.18.3", "21.7.3", "22.11.0", "23.11.0"].filter(fits)).toEqual([]);
});
