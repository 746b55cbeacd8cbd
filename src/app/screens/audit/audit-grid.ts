import { css, cva } from "#styled/css";

/** The log lays its own columns: on one line where there is room, on two or three where there isn't. */
export const listFrame = css({
  position: "relative",
  containerType: "inline-size",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
  bg: "surface",
  overflow: "hidden",
});

/** The height of a row; a probe with this class is measured, and the virtual list goes by it. */
export const rowHeight = css({
  height: "row",
  "@container (max-width: 65.99rem)": { height: "16" },
  "@container (max-width: 33.99rem)": { height: "[5.25rem]" },
});

export const rowLook = cva({
  base: {
    display: "grid",
    alignItems: "center",
    columnGap: "3",
    px: "4",
    borderBottomWidth: "1px",
    borderColor: "line",
    gridTemplateColumns: "[10.5rem minmax(9rem, 1.2fr) minmax(8rem, 1fr) minmax(8rem, 1.2fr) minmax(16.5rem, 1fr) 6.5rem]",
    gridTemplateAreas: '"at actor action target outcome address"',
    "@container (max-width: 65.99rem)": {
      px: "3",
      rowGap: "0",
      alignContent: "center",
      gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1.2fr) minmax(8rem, 0.8fr)]",
      gridTemplateAreas: '"action actor outcome" "at target address"',
    },
    "@container (max-width: 33.99rem)": {
      gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1fr)]",
      gridTemplateAreas: '"action outcome" "actor at" "target address"',
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
        "@container (max-width: 65.99rem)": { srOnly: true },
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
const atEnd = { "@container (max-width: 33.99rem)": { textAlign: "end" } } as const;

export const cells = {
  at: css({ ...cell, gridArea: "at", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums", ...atEnd }),
  actor: css({ ...cell, gridArea: "actor" }),
  action: css({ ...cell, gridArea: "action", overflow: "visible" }),
  target: css({ ...cell, gridArea: "target", color: "ink.muted" }),
  outcome: css({
    ...cell,
    gridArea: "outcome",
    display: "flex",
    alignItems: "center",
    gap: "2",
    "@container (max-width: 65.99rem)": { justifyContent: "flex-end" },
  }),
  address: css({
    ...cell,
    gridArea: "address",
    color: "ink.muted",
    fontVariantNumeric: "tabular-nums lining-nums",
    "@container (max-width: 65.99rem)": { textAlign: "end" },
  }),
} as const;

/** Every column's name in the same weight, whatever its cells have. */
export const headCell = css({ fontWeight: "medium!", color: "ink.muted!" });
