import { css } from "#styled/css";

/** A surface with a border, for what is no card: a list without rows, a slip. */
export const panelLook = css({ bg: "surface", borderWidth: "1px", borderColor: "line", borderRadius: "panel" });
