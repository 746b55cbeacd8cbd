import { css } from "#styled/css";

/** Floats above the bottom of the page, as wide as its content; not printed. */
export const floating = css({
  position: "fixed",
  insetInline: "0",
  bottom: "[max(1rem, env(safe-area-inset-bottom))]",
  marginInline: "auto",
  zIndex: "toast",
  width: "fit",
  maxWidth: "[min(30rem, calc(100vw - 2rem))]",
  bg: "raised",
  borderRadius: "panel",
  boxShadow: "raised",
  _print: { display: "none" },
});
