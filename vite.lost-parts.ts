import type { Plugin } from "vite";

const askAgain = new URL("src/sw/ask-again.ts", import.meta.url).pathname;

/** Vite's helper, through which each `import()` of the built app goes, and the one place in it where a part is loaded. */
const helper = "\0vite/preload-helper.js";
const loads = "return baseModule().catch(handlePreloadError)";

/** A part of the app that can't be loaded is asked for once more, past the caches, before anybody hears of it. */
export const lostParts = (): Plugin => ({
  name: "counterfoil-lost-parts",
  apply: "build",
  transform: {
    filter: { id: helper },
    handler(code) {
      if (!code.includes(loads)) throw new Error("Vite's helper loads parts in another way: vite.lost-parts.ts must follow it");
      const again = loads.replace(".catch", ".catch((lost) => askAgain(lost, baseModule, deps)).catch");
      return { code: `import { askAgain } from ${JSON.stringify(askAgain)};\n${code.replace(loads, again)}`, map: null };
    },
  },
});
