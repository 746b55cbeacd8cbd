import { css, cva, cx } from "#styled/css";
import { rowFrame } from "../../lists/row-frame.ts";

/** Which log a list shows. */
export type LogOf = "host" | "device";

/** Row height; a probe with this class is measured for the virtual list. */
export const rowHeight = css({
  height: "14",
  "@container (max-width: 65.99rem)": { height: "[5.25rem]" },
  "@container (max-width: 33.99rem)": { height: "[6.5rem]" },
});

/** The log lays out its own columns: on one line if there is room, else on two or three. */
const columns = cva({
  base: {
    columnGap: "3",
    "@container (max-width: 65.99rem)": {
      px: "3",
      rowGap: "0",
      gridTemplateColumns: "[minmax(0, 1.2fr) minmax(0, 1fr) minmax(8rem, 0.8fr)]",
    },
    "@container (max-width: 33.99rem)": { gridTemplateColumns: "[minmax(0, 1.2fr) minmax(0, 1fr)]" },
  },
  variants: {
    /** The device's journal has no addresses. */
    of: {
      host: {
        gridTemplateColumns: "[8.5rem minmax(9.5rem, 1.1fr) minmax(10rem, 1.2fr) minmax(9.5rem, 1.1fr) minmax(14rem, 1fr) 6.5rem]",
        gridTemplateAreas: '"at actor action target outcome address" ". . message message message message"',
        "@container (max-width: 65.99rem)": { gridTemplateAreas: '"action actor outcome" "at target address" "message message message"' },
        "@container (max-width: 33.99rem)": { gridTemplateAreas: '"action outcome" "actor at" "target address" "message message"' },
      },
      device: {
        gridTemplateColumns: "[8.5rem minmax(9.5rem, 1.1fr) minmax(10rem, 1.2fr) minmax(9.5rem, 1.1fr) minmax(14rem, 1fr)]",
        gridTemplateAreas: '"at actor action target outcome" ". . message message message"',
        "@container (max-width: 65.99rem)": { gridTemplateAreas: '"action actor outcome" "at target target" "message message message"' },
        "@container (max-width: 33.99rem)": { gridTemplateAreas: '"action outcome" "actor at" "target target" "message message"' },
      },
    },
  },
});
const hiddenHead = css({ "@container (max-width: 65.99rem)": { srOnly: true } });

export const headLook = (of: LogOf): string => cx(rowFrame({ is: "head" }), columns({ of }), hiddenHead);
export const rowLook = (of: LogOf): string => cx(rowFrame({ is: "row" }), columns({ of }), rowHeight);

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

/** The host's message, below the rest of the row. */
export const messageLook = css({ ...cell, gridArea: "message", textStyle: "xs", color: "ink.muted" });
/** The cell has no box of its own: action and message are placed in the row's grid. */
export const actionCell = css({ display: "contents" });
