import { css } from "#styled/css";

/** Height of a corner: the frame's radius and border. */
const corners = "[calc({radii.panel} + 1px)]";

/**
 * Frame of a scrolling list. The corners are painted over the rows in the page's colour: clipping to a rounded frame
 * makes WebKit repaint the whole list in every scrolled frame (docs/browsers.md).
 */
export const listFrame = css({
  position: "relative",
  // Keeps the corners' z-index local: they only have to cover the list's sticky header.
  isolation: "isolate",
  containerType: "inline-size",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
  bg: "surface",
  "&::before, &::after": {
    content: '""',
    position: "absolute",
    insetInline: "-1px",
    height: corners,
    zIndex: "[2]",
    borderWidth: "1px",
    borderColor: "line",
    boxShadow: "0 0 0 {radii.panel} {colors.ground}",
    clipPath: "[inset(0)]",
    pointerEvents: "none",
    _print: { display: "none" },
  },
  _before: { top: "-1px", borderBottomWidth: "0", borderTopRadius: "panel" },
  _after: { bottom: "-1px", borderTopWidth: "0", borderBottomRadius: "panel" },
});
