import { type ReactNode } from "react";
import { css } from "#styled/css";

const look = css({ display: "flex", flexDirection: "column", alignItems: "center", gap: "1", px: "6", py: "14", textAlign: "center" });
const title = css({ textStyle: "md", fontWeight: "medium", textWrap: "pretty" });
const text = css({ textStyle: "sm", color: "ink.muted", maxWidth: "measure", textWrap: "pretty" });
const action = css({ marginTop: "4" });

export interface EmptyStateProps {
  /** What this place is for, or what went wrong: one sentence. */
  title: string;
  /** What to do: one sentence. */
  children?: ReactNode;
  /** One button. */
  action?: ReactNode;
}

/** Placeholder for an empty list: nothing here yet, nothing found, or broken. */
export const EmptyState = ({ title: words, children, action: button }: EmptyStateProps) => (
  <div className={look}>
    <p className={title}>{words}</p>
    {children ? <p className={text}>{children}</p> : null}
    {button ? <div className={action}>{button}</div> : null}
  </div>
);
