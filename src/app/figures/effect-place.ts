import { css } from "#styled/css";

/** Where it is said what a change would have meant: as high while that is worked out as it mostly becomes. */
export const effectPlace = css({ minHeight: "[4.25rem]", textStyle: "sm", color: "ink.muted" });
