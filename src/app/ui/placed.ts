import { css } from "#styled/css";

/** Hides a popup on paper, and until it is positioned, which takes WebKit some frames. It can have the focus meanwhile. */
export const onceInPlace = css({ "&:not([style*='--x:'])": { opacity: "0" }, _print: { display: "none" } });
