import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** The changelog's entries in its order, as plain text: wrapped lines joined, markup removed. */
export const newsIn = (changelog: string): readonly string[] =>
  [...changelog.matchAll(/^- (.+(?:\n {2}.+)*)/gm)].map(([, line = ""]) => line.replaceAll(/\s+/g, " ").replaceAll(/[`*]/g, ""));

/** Emits the changes as news.json, so that a new version's changes can be shown before it is installed (src/sw/worker.ts). */
export const news = (changelog: string): Plugin => ({
  name: "counterfoil-news",
  apply: "build",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "news.json", source: JSON.stringify(newsIn(readFileSync(changelog, "utf8"))) });
  },
});
