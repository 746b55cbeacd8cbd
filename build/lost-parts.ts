import type { Plugin } from "vite";

const loadPart = new URL("../src/sw/load-part.ts", import.meta.url).pathname;

const helper = "\0vite/preload-helper.js";

/** Puts the app's own loader in the place of Vite's helper, through which each `import()` of the built app goes. */
export const lostParts = (): Plugin => ({
  name: "counterfoil-lost-parts",
  apply: "build",
  enforce: "pre",
  load: (id) => (id === helper ? `export { loadPart as __vitePreload } from ${JSON.stringify(loadPart)};` : undefined),
});
