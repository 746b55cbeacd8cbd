import { css, cva } from "#styled/css";

/** Row height; a probe with this class is measured for the virtual list. */
export const rowHeight = css({
  height: "row",
  "@container (max-width: 59.99rem)": { height: "16" },
  "@container (max-width: 33.99rem)": { height: "[5.25rem]" },
});

/**
 * The transactions table lays out its own columns: on one line if there is room, else as rows of two or three lines.
 * Container queries use the list's width, as the sidebar takes part of the page.
 */
export const rowLook = cva({
  base: {
    display: "grid",
    alignItems: "center",
    columnGap: "3",
    px: "4",
    borderBottomWidth: "1px",
    borderColor: "line",
    // While selecting, checkboxes precede the columns; otherwise they sit in the gutter, if there is room.
    "[data-selecting] &": { paddingInlineStart: "9", _touch: { paddingInlineStart: "control" } },
    // Custom properties are set if the admin has chosen columns (columns/transaction-columns.tsx).
    "[data-zones] &": { "@container (min-width: 70.5rem)": { "--times": "16rem" } },
    gridTemplateColumns:
      "[var(--columns, minmax(6.75rem, 1.3fr) minmax(7.25rem, 0.8fr) minmax(6rem, 1.6fr) minmax(9.5rem, 1.1fr) 7.75rem 7.75rem var(--times, 6.25rem) 2rem)]",
    gridTemplateAreas: 'var(--areas, "user type detail amount status reference date actions")',
    "@container (max-width: 59.99rem)": {
      rowGap: "0",
      alignContent: "center",
      // Each row is its own grid, so columns sized by content would not align.
      gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1.4fr) 7rem minmax(9rem, 1.2fr) 2.25rem]",
      gridTemplateAreas: '"user type status amount actions" "date detail reference amount actions"',
    },
    "@container (max-width: 33.99rem)": {
      columnGap: "2",
      gridTemplateColumns: "[minmax(0, 1fr) auto 2.25rem]",
      gridTemplateAreas: '"user date actions" "detail status actions" "type amount actions"',
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
        fontWeight: "medium",
        color: "ink.muted",
        "@container (max-width: 59.99rem)": { srOnly: true },
      },
      row: {
        position: "absolute",
        insetInline: "0",
        top: "0",
        textStyle: "sm",
        // Containment limits layout to the changed row, which halves the cost of a scrolled frame.
        contain: "size layout",
        _print: { position: "static", transform: "none!", contain: "none", breakInside: "avoid" },
        _hover: { bg: "hover" },
        _focusWithin: { bg: "hover" },
      },
    },
  },
});

export const notPrinted = css({ _print: { display: "none" } });

/** Placeholder look of an unread row: bars for text; its other content is hidden from everyone. */
export const waiting = css({
  contentVisibility: "hidden",
  "@supports not (content-visibility: hidden)": { "& > *": { visibility: "hidden" } },
  background:
    "[linear-gradient(90deg, transparent 1rem, {colors.pressed} 0 14%, transparent 0 20%, {colors.pressed} 0 40%, transparent 0 60%, {colors.pressed} 0 70%, transparent 0) 0 / 100% 0.75em no-repeat]",
});

/** Same weight for every header, whatever its column's cells use. */
export const headCell = css({ fontWeight: "medium!", color: "ink.muted!" });

const wholeCell = { minWidth: "0", whiteSpace: "nowrap", textAlign: "start" } as const;
const cellBase = { ...wholeCell, overflow: "clip", textOverflow: "ellipsis" } as const;

export const cells = {
  user: css({ ...cellBase, gridArea: "user", fontWeight: "medium", color: "ink" }),
  type: css({ ...cellBase, gridArea: "type", "@container (max-width: 59.99rem)": { color: "ink.muted" } }),
  detail: css({
    ...cellBase,
    gridArea: "detail",
    "@container (max-width: 59.99rem)": { color: "ink.muted" },
  }),
  amount: css({ ...cellBase, gridArea: "amount", textAlign: "end" }),
  status: css({ ...wholeCell, gridArea: "status", "@container (max-width: 33.99rem)": { justifySelf: "end" } }),
  // Truncated by characters, not by CSS.
  reference: css({ ...wholeCell, gridArea: "reference", "@container (max-width: 33.99rem)": { display: "none" } }),
  date: css({
    ...cellBase,
    gridArea: "date",
    color: "ink.muted",
    "@container (max-width: 33.99rem)": { textAlign: "end" },
  }),
  /** Time in the second zone, if there is room. */
  beside: css({ "@container (max-width: 70.49rem)": { display: "none" } }),
  actions: css({ gridArea: "actions", "& > button": { display: "flex", marginInlineStart: "auto" } }),
  whole: css({ gridColumn: "1 / -1", gridRow: "1 / -1" }),
} as const;

/** If type and details are on separate lines, the type of a row without details takes their place. */
export const inDetailsPlace = css({ "@container (max-width: 33.99rem)": { gridArea: "detail" } });

export const endAligned = css({ textAlign: "end" });
export const muted = css({ color: "ink.muted" });
