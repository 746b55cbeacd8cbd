import { css, cva } from "#styled/css";

/** The height of a row; a probe with this class is measured, and the virtual list goes by it. */
export const rowHeight = css({
  height: "14",
  "@container (max-width: 59.99rem)": { height: "[5.5rem]" },
  "@container (max-width: 33.99rem)": { height: "[7rem]" },
});

/** Columns on one line where there is room, on two or three where there isn't. */
export const rowLook = cva({
  base: {
    display: "grid",
    alignItems: "center",
    columnGap: "4",
    px: "4",
    borderBottomWidth: "1px",
    borderColor: "line",
    alignContent: "center",
    gridTemplateColumns: "[minmax(12rem, 1.6fr) minmax(9rem, 1fr) minmax(9rem, 1.1fr) minmax(8rem, 1fr) minmax(9rem, 0.9fr)]",
    gridTemplateAreas: '"email deed maker reason state"',
    "@container (max-width: 59.99rem)": {
      px: "3",
      rowGap: "0.5",
      gridTemplateColumns: "[minmax(0, 1.4fr) minmax(0, 1fr) minmax(8rem, 0.9fr)]",
      gridTemplateAreas: '"deed maker state" "email reason reason"',
    },
    "@container (max-width: 33.99rem)": {
      gridTemplateColumns: "[minmax(0, 1.3fr) minmax(0, 1fr)]",
      gridTemplateAreas: '"deed state" "email email" "maker reason"',
    },
  },
  variants: {
    is: {
      head: {
        position: "sticky",
        top: "0",
        zIndex: "sticky",
        minHeight: "9",
        bg: "surface",
        textStyle: "xs",
        color: "ink.muted",
        "@container (max-width: 59.99rem)": { srOnly: true },
      },
      row: {
        position: "absolute",
        insetInline: "0",
        top: "0",
        textStyle: "sm",
        _print: { position: "static", transform: "none!", breakInside: "avoid" },
        _hover: { bg: "hover" },
        _focusWithin: { bg: "hover" },
      },
    },
  },
});

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

/** Under what stands in a cell, smaller. */
export const under = css({
  display: "block",
  maxWidth: "full",
  overflow: "hidden",
  textOverflow: "ellipsis",
  textStyle: "xs",
  color: "ink.muted",
  fontVariantNumeric: "tabular-nums lining-nums",
});
