import { css } from "#styled/css";

/**
 * For what hangs on a button: not seen before its place has been worked out, which takes WebKit some frames. It can have
 * the focus meanwhile.
 */
export const onceInPlace = css({ "&:not([style*='--x:'])": { opacity: "0" } });
