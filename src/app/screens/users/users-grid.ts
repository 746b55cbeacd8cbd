import { css, cva, cx } from "#styled/css";
import { touchArea } from "../../ui/touch-area.ts";

/**
 * The users' table: columns if there is room, else blocks. Container queries use the list's width, as the sidebar takes
 * part of the page.
 */
export const usersFrame = css({
  containerType: "inline-size",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
  bg: "surface",
  overflowX: "auto",
});

export const usersTable = css({
  width: "full",
  borderCollapse: "collapse",
  textStyle: "sm",
  "@container (max-width: 56rem)": { display: "block" },
});

/** Without columns, `SortBy` replaces the headers. */
export const usersHead = css({ "@container (max-width: 56rem)": { display: "none" } });
/** Its checkbox sits in the gutter, or before the columns while selecting. */
export const headRow = css({
  position: "relative",
  "& > th:first-of-type": { paddingInlineStart: "4" },
  "[data-selecting] &": { "& > th:first-of-type": { paddingInlineStart: "9" } },
});
/** With chosen widths as shares, content wraps or is cut. */
export const sharedWidths = css({
  tableLayout: "fixed",
  "& th, & td": { overflowWrap: "anywhere", whiteSpace: "normal!", minWidth: "0!" },
});
/** As wide as the row's menu, whatever the other columns are. */
export const actionsHead = css({ width: "12" });
export const usersSorting = css({ display: "none", "@container (max-width: 56rem)": { display: "block" } });
export const usersBody = css({ "@container (max-width: 56rem)": { display: "block" } });

export const userRow = css({
  height: "row",
  position: "relative",
  "&:has(> td > input:checked)": { bg: "accent.soft" },
  scrollMarginBlock: "9",
  "&:not(:last-child)": { borderBottomWidth: "1px", borderColor: "line" },
  transition: "background-color",
  transitionDuration: "fast",
  _hover: { bg: "hover" },
  _focusWithin: { bg: "hover" },
  _focusVisible: { outline: "2px solid {colors.accent}", outlineOffset: "-2px" },
  _print: { breakInside: "avoid" },
  "@container (max-width: 56rem)": {
    display: "grid",
    height: "auto",
    gridTemplateColumns: "[repeat(3, minmax(0, 1fr))]",
    columnGap: "4",
    rowGap: "2",
    py: "3",
    paddingInlineStart: "4",
    paddingInlineEnd: "12",
    "[data-selecting] &": { paddingInlineStart: "control" },
  },
  "@container (max-width: 25.99rem)": { gridTemplateColumns: "[repeat(2, minmax(0, 1fr))]" },
});

export const userCell = cva({
  base: {
    // Nine columns: on a laptop every pixel between them is missing from the emails.
    px: "2",
    py: "1.5",
    minWidth: "0",
    overflowWrap: "anywhere",
    textAlign: "start",
    "@container (max-width: 56rem)": {
      px: "0!",
      py: "0",
      _before: { content: "attr(data-label)", display: "block", textStyle: "xs", color: "ink.muted" },
    },
  },
  variants: {
    kind: {
      text: {},
      // Most names and addresses stay on one line; longer ones break anywhere.
      name: {
        minWidth: "36",
        paddingInlineStart: "4",
        "[data-selecting] &": { paddingInlineStart: "9" },
        "@container (max-width: 56rem)": { minWidth: "0", paddingInlineStart: "0!" },
      },
      word: { whiteSpace: "nowrap" },
      time: { textWrap: "balance" },
      figure: { whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums lining-nums" },
      email: { minWidth: "36", "@container (max-width: 56rem)": { minWidth: "0", gridColumn: "[span 2]" } },
    },
  },
  defaultVariants: { kind: "text" },
});
export const userActions = css({
  px: "2",
  width: "12",
  textAlign: "end",
  "@container (max-width: 56rem)": { position: "absolute", insetEnd: "0", top: "2", width: "auto" },
});
export const userName = cx(touchArea, css({ fontWeight: "medium", _hover: { textDecoration: "underline" } }));
export const muted = css({ color: "ink.muted" });
