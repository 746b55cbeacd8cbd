import { type ReactNode } from "react";
import { cva } from "#styled/css";

const disc = "linear-gradient(currentColor 0 0)";
const half = "linear-gradient(90deg, transparent 50%, currentColor 0)";
const hands = "linear-gradient(currentColor 0 0), linear-gradient(currentColor 0 0)";
const cross =
  "linear-gradient(45deg, transparent 42%, currentColor 43% 57%, transparent 58%), linear-gradient(-45deg, transparent 42%, currentColor 43% 57%, transparent 58%)";
const ring = { borderWidth: "[1.5px]", borderColor: "[currentColor]" } as const;

const look = cva({
  base: {
    display: "inline-block",
    maxWidth: "full",
    verticalAlign: "bottom",
    overflow: "clip",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    fontWeight: "medium",
    printColorAdjust: "exact",
    // As high as the capitals beside it.
    _before: {
      content: '""',
      display: "inline-block",
      width: "[9px]",
      height: "[9px]",
      marginInline: "[1px 7px]",
      borderRadius: "round",
      backgroundRepeat: "no-repeat",
      forcedColorAdjust: "preserve-parent-color",
    },
  },
  variants: {
    kind: {
      done: { color: "done", _before: { backgroundImage: disc } },
      pending: { color: "pending", _before: { ...ring, backgroundImage: half } },
      processing: {
        color: "processing",
        _before: { ...ring, backgroundImage: hands, backgroundSize: "1px 50%, 50% 1px", backgroundPosition: "50% 0, 100% 50%" },
      },
      failed: { color: "failed", _before: { backgroundImage: cross } },
      other: { color: "ink.muted", _before: { ...ring, borderStyle: "dashed" } },
    },
  },
});

export type StatusKind = "done" | "pending" | "processing" | "failed" | "other";

/** A status as mark and word: the shape differs too, so that colour is never the only difference. */
export const StatusMark = ({ kind, children }: { kind: StatusKind; children: ReactNode }) => (
  <span className={look({ kind })}>{children}</span>
);
