import { defineSemanticTokens } from "@pandacss/dev";

const both = (light: string, dark: string) => ({ value: { base: light, _dark: dark } });

/**
 * Semantic colours in both themes. Text colours hold 4.5:1 on ground, surface and raised; control edges and marks 3:1.
 * Reserve `unknown` for unknown outcomes.
 */
export const semanticTokens = defineSemanticTokens({
  colors: {
    ground: both("oklch(0.985 0.003 95)", "oklch(0.17 0.015 260)"),
    surface: both("oklch(1 0 0)", "oklch(0.205 0.015 260)"),
    raised: both("oklch(1 0 0)", "oklch(0.24 0.016 260)"),
    sunken: both("oklch(0.965 0.004 95)", "oklch(0.155 0.015 260)"),
    line: {
      DEFAULT: both("oklch(0.91 0.006 95)", "oklch(0.30 0.015 260)"),
      strong: both("oklch(0.62 0.012 260)", "oklch(0.56 0.018 260)"),
    },
    ink: {
      DEFAULT: both("oklch(0.22 0.02 260)", "oklch(0.95 0.005 95)"),
      muted: both("oklch(0.47 0.02 260)", "oklch(0.72 0.015 260)"),
    },
    hover: both("oklch(0.22 0.02 260 / 0.045)", "oklch(0.95 0.005 95 / 0.06)"),
    pressed: both("oklch(0.22 0.02 260 / 0.08)", "oklch(0.95 0.005 95 / 0.1)"),
    veil: both("oklch(0.22 0.02 260 / 0.32)", "oklch(0.08 0.01 260 / 0.6)"),
    accent: {
      DEFAULT: both("oklch(0.47 0.10 175)", "oklch(0.78 0.12 175)"),
      strong: both("oklch(0.41 0.09 175)", "oklch(0.84 0.11 175)"),
      soft: both("oklch(0.955 0.025 175)", "oklch(0.29 0.045 175)"),
      on: both("oklch(0.99 0.005 175)", "oklch(0.19 0.03 175)"),
    },
    done: { DEFAULT: both("oklch(0.50 0.13 150)", "oklch(0.78 0.15 150)"), soft: both("oklch(0.955 0.03 150)", "oklch(0.27 0.045 150)") },
    pending: { DEFAULT: both("oklch(0.53 0.115 70)", "oklch(0.82 0.13 85)"), soft: both("oklch(0.96 0.035 85)", "oklch(0.28 0.04 80)") },
    processing: {
      DEFAULT: both("oklch(0.52 0.14 245)", "oklch(0.76 0.11 245)"),
      soft: both("oklch(0.955 0.022 245)", "oklch(0.28 0.05 250)"),
    },
    failed: { DEFAULT: both("oklch(0.53 0.19 27)", "oklch(0.74 0.15 25)"), soft: both("oklch(0.96 0.022 27)", "oklch(0.28 0.06 25)") },
    danger: {
      DEFAULT: both("oklch(0.53 0.19 27)", "oklch(0.74 0.15 25)"),
      strong: both("oklch(0.47 0.18 27)", "oklch(0.80 0.12 25)"),
      soft: both("oklch(0.96 0.022 27)", "oklch(0.28 0.06 25)"),
      on: both("oklch(0.99 0.005 27)", "oklch(0.19 0.04 25)"),
    },
    unknown: { DEFAULT: both("oklch(0.52 0.16 300)", "oklch(0.78 0.12 300)"), soft: both("oklch(0.96 0.022 300)", "oklch(0.28 0.06 300)") },
  },
  sizes: {
    control: { value: { base: "2.25rem", _compact: "2rem", _touch: "2.75rem" } },
    row: { value: { base: "2.5rem", _compact: "2rem", _touch: "2.75rem" } },
    header: { value: "3.5rem" },
  },
  spacing: {
    gutter: { value: { base: "1rem", md: "1.5rem" } },
  },
  shadows: {
    raised: both(
      "0 0 0 1px oklch(0.22 0.02 260 / 0.07), 0 8px 24px -6px oklch(0.22 0.02 260 / 0.16), 0 2px 6px -2px oklch(0.22 0.02 260 / 0.08)",
      "0 0 0 1px oklch(0.95 0.005 95 / 0.1), 0 12px 32px -8px oklch(0 0 0 / 0.6), 0 2px 8px -2px oklch(0 0 0 / 0.4)",
    ),
  },
});
