import { css } from "#styled/css";

/** What a corner takes of the frame's edge: its radius and the line. */
const corners = "[calc({radii.panel} + 1px)]";

/**
 * The frame of a list that scrolls inside it. Its corners are laid over the lines in the page's own colour: a rounded frame
 * that cuts them off has WebKit draw all of the list anew in each frame of a scroll (docs/browsers.md).
 */
export const listFrame = css({
  position: "relative",
  // The corners lie over the list's own sticky head alone.
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
