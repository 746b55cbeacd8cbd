import { css } from "#styled/css";

/** Reserves the usual height of the effect note while it is computed. */
export const effectPlace = css({ minHeight: "[4.25rem]", textStyle: "sm", color: "ink.muted" });
