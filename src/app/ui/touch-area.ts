import { css } from "#styled/css";

/**
 * For a link that stands alone and is smaller than a thumb: on touch it reacts within 44 px around its middle, and
 * looks as before. It needs a place where nothing else is that near.
 */
export const touchArea = css({
  _touch: {
    position: "relative",
    _after: {
      content: "''",
      position: "absolute",
      top: "[50%]",
      left: "[50%]",
      width: "[max(100%, 2.75rem)]",
      height: "[max(100%, 2.75rem)]",
      translate: "-50% -50%",
    },
  },
});
