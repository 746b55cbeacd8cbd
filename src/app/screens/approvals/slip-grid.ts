import { css, cx } from "#styled/css";
import { rowFrame } from "../../lists/row-frame.ts";

/** Row height; a probe with this class is measured for the virtual list. */
export const rowHeight = css({
  height: "14",
  "@container (max-width: 59.99rem)": { height: "[5.5rem]" },
  "@container (max-width: 33.99rem)": { height: "[7rem]" },
});

/** Columns on one line if there is room, else on two or three. */
const columns = css({
  columnGap: "8",
  gridTemplateColumns: "[minmax(12rem, 1.4fr) minmax(9rem, 0.8fr) minmax(8rem, 0.8fr) minmax(8rem, 1.4fr) minmax(8rem, 0.7fr)]",
  gridTemplateAreas: '"email deed maker reason state"',
  "@container (max-width: 59.99rem)": {
    px: "3",
    columnGap: "4",
    rowGap: "0.5",
    gridTemplateColumns: "[minmax(0, 1.4fr) minmax(0, 1fr) minmax(8rem, 0.9fr)]",
    gridTemplateAreas: '"deed maker state" "email reason reason"',
  },
  "@container (max-width: 33.99rem)": {
    gridTemplateColumns: "[minmax(0, 1.3fr) minmax(0, 1fr)]",
    gridTemplateAreas: '"deed state" "email email" "maker reason"',
  },
});
const hiddenHead = css({ "@container (max-width: 59.99rem)": { srOnly: true } });

export const headLook = cx(rowFrame({ is: "head" }), columns, hiddenHead);
export const rowLook = cx(rowFrame({ is: "row" }), columns, rowHeight);

const cell = { minWidth: "0", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", textAlign: "start" } as const;

export const cells = {
  deed: css({
    ...cell,
    gridArea: "deed",
    overflow: "visible",
    textAlign: "end",
    "@container (max-width: 59.99rem)": { textAlign: "start" },
  }),
  email: css({ ...cell, gridArea: "email" }),
  maker: css({ ...cell, gridArea: "maker", color: "ink.muted" }),
  reason: css({ ...cell, gridArea: "reason", color: "ink.muted", "@container (max-width: 33.99rem)": { textAlign: "end" } }),
  state: css({
    ...cell,
    gridArea: "state",
    display: "flex",
    flexDirection: "column",
    alignItems: "flex-start",
    "@container (max-width: 59.99rem)": { alignItems: "flex-end" },
  }),
} as const;

/** Smaller text below a cell's content. */
export const under = css({
  display: "block",
  maxWidth: "full",
  overflow: "hidden",
  textOverflow: "ellipsis",
  textStyle: "xs",
  color: "ink.muted",
  fontVariantNumeric: "tabular-nums lining-nums",
});
