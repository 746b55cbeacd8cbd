import { type ReactNode } from "react";
import { css, cva, cx } from "#styled/css";

const disc = "radial-gradient(circle, currentColor 4px, transparent 5px)";
const ring = "radial-gradient(circle, transparent 2.5px, currentColor 3.5px 4px, transparent 5px)";
/** A half disc and clock hands, each in a ring. */
const half =
  "radial-gradient(circle at 0, currentColor 4px, transparent 5px), radial-gradient(circle, transparent 2.5px, currentColor 3.5px 4px, transparent 5px)";
const hands =
  "linear-gradient(currentColor 0 0), linear-gradient(currentColor 0 0), radial-gradient(circle, transparent 2.5px, currentColor 3.5px 4px, transparent 5px)";
const cross =
  "linear-gradient(45deg, transparent 42%, currentColor 43% 57%, transparent 58%), linear-gradient(-45deg, transparent 42%, currentColor 43% 57%, transparent 58%)";

/** The mark sits before the text at cap height, painted as the text element's background. */
const look = cva({
  base: {
    paddingInlineStart: "4",
    overflow: "clip",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    fontWeight: "medium",
    printColorAdjust: "exact",
    backgroundRepeat: "no-repeat",
    backgroundSize: "9px 9px",
    backgroundPosition: "1px",
    // Forced colours remove gradients.
    _forcedColors: { forcedColorAdjust: "none", color: "CanvasText" },
  },
  variants: {
    kind: {
      done: { color: "done", backgroundImage: disc },
      pending: {
        color: "pending",
        backgroundImage: half,
        backgroundSize: "4.5px 9px, 9px 9px",
        backgroundPosition: "5.5px, 1px",
      },
      processing: {
        color: "processing",
        backgroundImage: hands,
        backgroundSize: "1px 3px, 3px 1px, 9px 9px",
        backgroundPosition: "5px calc(50% - 1.5px), 6px, 1px",
      },
      failed: { color: "failed", backgroundImage: cross },
      other: { color: "ink.muted", backgroundImage: ring },
    },
    wraps: { true: { whiteSpace: "normal", overflow: "visible" } },
  },
});

export type StatusKind = "done" | "pending" | "processing" | "failed" | "other";

const amongWords = css({ display: "inline-block", maxWidth: "full", verticalAlign: "bottom" });

/** Styles of a cell that holds only a status, so long lists need no extra element. */
export const statusLook = (kind: StatusKind): string => look({ kind });

/** Status as mark and word. Marks differ in shape too, not only in colour. `wraps`: for a whole sentence. */
export const StatusMark = ({ kind, wraps, children }: { kind: StatusKind; wraps?: boolean; children: ReactNode }) => (
  <span className={cx(amongWords, look({ kind, wraps }))}>{children}</span>
);
