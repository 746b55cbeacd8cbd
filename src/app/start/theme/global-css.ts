import { defineGlobalStyles } from "@pandacss/dev";

/** What holds for every element: paper, ink, one focus ring, no motion for those who asked for none. */
export const globalCss = defineGlobalStyles({
  "*, ::before, ::after, ::backdrop": { boxSizing: "border-box", margin: "0", padding: "0", border: "0 solid {colors.line}" },
  "ol, ul, menu": { listStyle: "none" },
  "h1, h2, h3, h4": { font: "inherit" },
  "img, svg, canvas": { display: "block", verticalAlign: "middle", maxWidth: "100%" },
  table: { borderCollapse: "collapse", borderSpacing: "0" },
  th: { fontWeight: "inherit", textAlign: "inherit" },
  // As browsers have it, but not by `inherit`: that makes each change of a row's own style one of all its cells' styles.
  "tr, th, td": { verticalAlign: "middle" },
  button: { background: "none", letterSpacing: "inherit" },
  "button, select": { textTransform: "none" },
  a: { color: "inherit", textDecoration: "inherit" },
  "input, textarea": { borderRadius: "0" },
  "[type=search]::-webkit-search-decoration": { appearance: "none" },
  // Nobody funds by a step more or less.
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
  // Locked (src/app/session/lock): laid out as it was, and there for nobody.
  "html[data-locked] body, html[data-locked] body *": { visibility: "hidden!" },
  // Beside the camera of a phone that lies on its side stands nothing.
  "#root, #first-sight": {
    minHeight: "100dvh",
    isolation: "isolate",
    paddingLeft: "env(safe-area-inset-left)",
    paddingRight: "env(safe-area-inset-right)",
  },
  // Over the root, which is empty as long as it stands.
  "#first-sight": { position: "absolute", insetInline: "0", top: "0" },
  ":focus-visible": { outline: "2px solid {colors.accent}", outlineOffset: "2px" },
  "::placeholder": { opacity: "1", color: "ink.muted" },
  "::selection": { bg: "accent.soft" },
  "input, select, textarea, button": { font: "inherit", color: "inherit" },
  "button, [role=button], select, summary, label:has(input[type=checkbox])": { cursor: "pointer" },
  "h1, h2, h3": { textWrap: "balance" },
  "[hidden]": { display: "none!" },
  // Colours that the reader has forced take every tint away: what is chosen has theirs for it.
  "@media (forced-colors: active)": {
    "a[aria-current], button:is([data-current], [aria-pressed=true], [data-selected]:not([role=tab]))": {
      forcedColorAdjust: "none",
      background: "Highlight!",
      color: "HighlightText!",
    },
  },
  "@media print": {
    body: { overflow: "visible!" },
    // What stands open over the page is what is printed.
    "body:has([aria-modal=true]) #root, [data-scope=toast]": { display: "none" },
  },
  "@media (prefers-reduced-motion: reduce)": {
    "*, *::before, *::after": {
      animationDuration: "1ms!",
      animationIterationCount: "1!",
      // However short, one would keep in sight for a frame what is hidden: all properties have one where none is named.
      transitionDuration: "0s!",
      scrollBehavior: "auto!",
    },
  },
});
