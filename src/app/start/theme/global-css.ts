import { defineGlobalStyles } from "@pandacss/dev";

/** Rules for every element: paper, ink, one focus ring, no motion if reduced motion is requested. */
export const globalCss = defineGlobalStyles({
  "*, ::before, ::after, ::backdrop": { boxSizing: "border-box", margin: "0", padding: "0", border: "0 solid {colors.line}" },
  "ol, ul, menu": { listStyle: "none" },
  "h1, h2, h3, h4": { font: "inherit" },
  "img, svg, canvas": { display: "block", verticalAlign: "middle", maxWidth: "100%" },
  table: { borderCollapse: "collapse", borderSpacing: "0" },
  th: { fontWeight: "inherit", textAlign: "inherit" },
  // As browsers default, but not by `inherit`, which would restyle all cells whenever a row's own style changes.
  "tr, th, td": { verticalAlign: "middle" },
  button: { background: "none", letterSpacing: "inherit" },
  "button, select": { textTransform: "none" },
  a: { color: "inherit", textDecoration: "inherit" },
  "input, textarea": { borderRadius: "0" },
  "[type=search]::-webkit-search-decoration": { appearance: "none" },
  // No spin buttons: amounts aren't changed in steps.
  "[type=number]": { appearance: "textfield" },
  "::-webkit-inner-spin-button": { appearance: "none" },
  pre: { font: "inherit" },
  html: {
    colorScheme: "light",
    fontFamily: "sans",
    fontSize: "100%",
    lineHeight: "1.4",
    bg: "ground",
    color: "ink",
    scrollbarColor: "{colors.line.strong} transparent",
    textSizeAdjust: "100%",
  },
  "html[data-theme=dark]": { colorScheme: "dark" },
  body: { fontSize: "md", minHeight: "100dvh", textRendering: "optimizeLegibility", fontSynthesis: "none" },
  // Locked (src/app/session/lock): keeps its layout, but is hidden from everyone.
  "html[data-locked] body, html[data-locked] body *": { visibility: "hidden!" },
  // Keep clear of the camera of a phone in landscape.
  "#root, #first-sight": {
    minHeight: "100dvh",
    isolation: "isolate",
    paddingLeft: "env(safe-area-inset-left)",
    paddingRight: "env(safe-area-inset-right)",
  },
  // Over the root, which is empty while it is shown.
  "#first-sight": { position: "absolute", insetInline: "0", top: "0" },
  ":focus-visible": { outline: "2px solid {colors.accent}", outlineOffset: "2px" },
  "::placeholder": { opacity: "1", color: "ink.muted" },
  "::selection": { bg: "accent.soft" },
  "input, select, textarea, button": { font: "inherit", color: "inherit" },
  "button, [role=button], select, summary, label:has(input[type=checkbox])": { cursor: "pointer" },
  "h1, h2, h3": { textWrap: "balance" },
  "[hidden]": { display: "none!" },
  // Forced colours remove every tint: mark the selected item in system colours.
  "@media (forced-colors: active)": {
    "a[aria-current], button:is([aria-current], [aria-pressed=true], [data-selected]:not([role=tab]))": {
      forcedColorAdjust: "none",
      background: "Highlight!",
      color: "HighlightText!",
    },
  },
  "@media print": {
    body: { overflow: "visible!" },
    // Print only the open dialog.
    "body:has([aria-modal=true]) #root, [data-scope=toast]": { display: "none" },
  },
  "@media (prefers-reduced-motion: reduce)": {
    "*, *::before, *::after": {
      animationDuration: "1ms!",
      animationIterationCount: "1!",
      // Even a short transition would keep hidden things visible for a frame, and by default every property has one.
      transitionDuration: "0s!",
      scrollBehavior: "auto!",
    },
  },
});
