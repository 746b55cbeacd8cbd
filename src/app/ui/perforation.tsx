import { css, cva } from "#styled/css";

const look = cva({
  base: { flexShrink: "0", color: "line.strong", pointerEvents: "none" },
  variants: {
    along: {
      row: {
        width: "full",
        height: "[3px]",
        backgroundImage: "radial-gradient(circle, currentColor 1.25px, transparent 1.6px)",
        backgroundSize: "8px 3px",
        backgroundPosition: "center",
        backgroundRepeat: "repeat-x",
      },
      column: {
        width: "[3px]",
        alignSelf: "stretch",
        backgroundImage: "radial-gradient(circle, currentColor 1.25px, transparent 1.6px)",
        backgroundSize: "3px 8px",
        backgroundPosition: "center",
        backgroundRepeat: "repeat-y",
      },
    },
  },
});
const forced = css({ _forcedColors: { forcedColorAdjust: "none", color: "CanvasText" } });

/**
 * The dotted line where a slip is torn. Use only for a gap in the cache, between what is kept and what is sent in a
 * money confirmation, and in the logo.
 */
export const Perforation = ({ along = "row" }: { along?: "row" | "column" }) => (
  <div aria-hidden="true" className={`${look({ along })} ${forced}`} />
);
