import { css } from "#styled/css";

/**
 * Enlarges the touch target of a small standalone link to 44 px around its centre, without changing its look. Nothing
 * else may be that near. A block, as a name that wraps would have the target at its first line.
 */
export const touchArea = css({
  display: "inline-block",
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
