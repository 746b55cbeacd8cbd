import { css } from "#styled/css";

/** What floats above the foot of the page, as wide as it needs, and is not printed. */
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
