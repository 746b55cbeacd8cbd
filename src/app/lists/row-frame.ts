import { css, cva } from "#styled/css";

/** Base grid of a list row; each list adds its columns and areas. */
export const rowFrame = cva({
  base: { display: "grid", alignItems: "center", alignContent: "center", px: "4", borderBottomWidth: "1px", borderColor: "line" },
  variants: {
    is: {
      head: { position: "sticky", top: "0", zIndex: "sticky", minHeight: "9", bg: "surface", textStyle: "xs", color: "ink.muted" },
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

/** Says that the printout holds only what was on screen. */
export const printedNote = css({ display: "none", px: "4", py: "2", textStyle: "sm", color: "ink.muted", _print: { display: "block" } });
