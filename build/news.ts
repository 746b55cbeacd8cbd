import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Every line of the changelog, the latest first, as plain text: wrapped lines joined, markup gone. */
export const newsIn = (changelog: string): readonly string[] =>
  [...changelog.matchAll(/^- (.+(?:\n {2}.+)*)/gm)].map(([, line = ""]) => line.replaceAll(/\s+/g, " ").replaceAll(/[`*]/g, ""));

/** Puts what changed beside the app, so that a new version can tell it before it is taken (src/sw/worker.ts). */
export const news = (changelog: string): Plugin => ({
  name: "counterfoil-news",
  apply: "build",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "news.json", source: JSON.stringify(newsIn(readFileSync(changelog, "utf8"))) });
  },
});
