import { defineConfig } from "@pandacss/dev";
import { globalCss } from "./src/app/start/theme/global-css.ts";
import { keyframes, textStyles, tokens } from "./src/app/start/theme/tokens.ts";
import { semanticTokens } from "./src/app/start/theme/semantic-tokens.ts";

export default defineConfig({
  // src/app/start/theme/global-css.ts resets what this app uses.
  preflight: false,
  // The palette preset would put hundreds of unused custom properties into the first stylesheet.
  presets: ["@pandacss/preset-base"],
  eject: true,
  include: ["./src/app/**/*.{ts,tsx}"],
  outdir: "styled-system",
  outExtension: "js",
  importMap: "#styled",
  syntax: "object-literal",
  conditions: {
    extend: {
      light: "[data-theme=light] &",
      dark: "[data-theme=dark] &",
      compact: "[data-density=compact] &",
      touch: "@media (pointer: coarse)",
      still: "@media (prefers-reduced-motion: reduce)",
      print: "@media print",
      forcedColors: "@media (forced-colors: active)",
      // A table that has less room than its columns need (ui/table.tsx).
      tightSmall: "@container small-table (max-width: 32rem)",
      tightMedium: "@container medium-table (max-width: 44rem)",
      tightLarge: "@container large-table (max-width: 59rem)",
    },
  },
  theme: {
    breakpoints: { sm: "40rem", md: "48rem", lg: "64rem", xl: "80rem" },
    tokens,
    semanticTokens,
    textStyles,
    keyframes,
  },
  globalCss,
});
