import { defineKeyframes, defineTextStyles, defineTokens } from "@pandacss/dev";

/** The 4 px grid: a unit is 0.25 rem (LAY-1). Every integer, and halves up to 6; the build drops unused ones. */
const steps = [...Array.from({ length: 193 }, (_, step) => step), ...Array.from({ length: 6 }, (_, step) => step + 0.5)];
const grid = { ...Object.fromEntries(steps.map((step) => [String(step), { value: `${step * 0.25}rem` }])), px: { value: "1px" } };

export const tokens = defineTokens({
  fonts: {
    sans: { value: '"Geist Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif' },
    mono: { value: '"Geist Mono Variable", ui-monospace, "SF Mono", Menlo, Consolas, monospace' },
  },
  fontSizes: {
    xs: { value: "0.75rem" },
    sm: { value: "0.8125rem" },
    md: { value: "0.875rem" },
    lg: { value: "1rem" },
    title: { value: "1.25rem" },
    figure: { value: "1.75rem" },
  },
  fontWeights: {
    normal: { value: "400" },
    medium: { value: "500" },
    semibold: { value: "600" },
  },
  spacing: grid,
  sizes: {
    ...grid,
    full: { value: "100%" },
    min: { value: "min-content" },
    max: { value: "max-content" },
    fit: { value: "fit-content" },
    measure: { value: "65ch" },
    form: { value: "30rem" },
    page: { value: "90rem" },
  },
  radii: {
    control: { value: "6px" },
    panel: { value: "10px" },
    round: { value: "999px" },
  },
  durations: {
    fast: { value: "120ms" },
    slow: { value: "180ms" },
  },
  easings: {
    out: { value: "cubic-bezier(0.2, 0.7, 0.2, 1)" },
  },
  zIndex: {
    sticky: { value: 1 },
    header: { value: 10 },
    drawer: { value: 20 },
    dialog: { value: 30 },
    menu: { value: 40 },
    toast: { value: 50 },
  },
});

const style = (size: string, line: string) => ({
  value: { fontSize: `{fontSizes.${size}}`, lineHeight: line, fontWeight: "400" },
});

export const textStyles = defineTextStyles({
  xs: style("xs", "1rem"),
  sm: style("sm", "1.25rem"),
  md: style("md", "1.25rem"),
  lg: style("lg", "1.5rem"),
  title: { value: { fontSize: "{fontSizes.title}", lineHeight: "1.75rem", fontWeight: "600", letterSpacing: "-0.012em" } },
  figure: {
    value: {
      fontSize: "{fontSizes.figure}",
      lineHeight: "2.25rem",
      fontWeight: "500",
      letterSpacing: "-0.022em",
      fontVariantNumeric: "tabular-nums lining-nums",
    },
  },
});

export const keyframes = defineKeyframes({
  appear: { from: { opacity: "0" }, to: { opacity: "1" } },
  rise: { from: { opacity: "0", translate: "0 4px" }, to: { opacity: "1", translate: "0 0" } },
  slideIn: { from: { translate: "100% 0" }, to: { translate: "0 0" } },
  slideFromStart: { from: { translate: "-100% 0" }, to: { translate: "0 0" } },
  breathe: { "0%, 100%": { opacity: "1" }, "50%": { opacity: "0.55" } },
  pass: { from: { translate: "-100% 0" }, to: { translate: "300% 0" } },
  turn: { to: { rotate: "360deg" } },
});
