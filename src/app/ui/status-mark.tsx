import { type ReactNode } from "react";
import { cva, css } from "#styled/css";

const look = cva({
  base: { display: "inline-flex", alignItems: "center", gap: "1.5", minWidth: "0", whiteSpace: "nowrap", fontWeight: "medium" },
  variants: {
    kind: {
      done: { color: "done" },
      pending: { color: "pending" },
      processing: { color: "processing" },
      failed: { color: "failed" },
      other: { color: "ink.muted" },
    },
  },
});
const word = css({ overflow: "hidden", textOverflow: "ellipsis" });

export type StatusKind = "done" | "pending" | "processing" | "failed" | "other";

const mark = (shape: ReactNode) => (
  <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
    {shape}
  </svg>
);

const marks: Record<StatusKind, ReactNode> = {
  done: mark(<circle cx="6" cy="6" r="4.5" fill="currentColor" />),
  pending: mark(
    <>
      <circle cx="6" cy="6" r="3.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 1.5a4.5 4.5 0 0 1 0 9z" fill="currentColor" />
    </>,
  ),
  processing: mark(
    <path
      d="M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM6 3.6V6l1.6 1"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />,
  ),
  failed: mark(<path d="m2.5 2.5 7 7m0-7-7 7" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />),
  other: mark(<circle cx="6" cy="6" r="3.75" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2 1.9" />),
};

/** A status as mark and word: the shape differs too, so that colour is never the only difference. */
export const StatusMark = ({ kind, children }: { kind: StatusKind; children: ReactNode }) => (
  <span className={look({ kind })}>
    {marks[kind]}
    <span className={word}>{children}</span>
  </span>
);
