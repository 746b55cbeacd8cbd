import type { Plugin } from "vite";
import { sourcePath } from "./source-path.ts";

const loadPart = sourcePath("src/sw/load-part.ts");

const helper = "\0vite/preload-helper.js";

/** Replaces Vite's preload helper, which every `import()` of the built app goes through, with the app's own loader. */
export const lostParts = (): Plugin => ({
  name: "counterfoil-lost-parts",
  apply: "build",
  enforce: "pre",
  load: (id) => (id === helper ? `export { loadPart as __vitePreload } from ${JSON.stringify(loadPart)};` : undefined),
});
