import type { ReactNode } from "react";
import { css } from "#styled/css";

const look = css({ textStyle: "sm", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" });

interface BasisLineProps {
  /** Number and source. Announced when they change. */
  children?: ReactNode;
  /** Changes each minute, so it isn't announced. */
  age?: string | undefined;
}

/** What the figures or rows on the screen rest on: their number, source and age. */
export const BasisLine = ({ children, age }: BasisLineProps) => (
  <p className={look}>
    <span role="status">{children}</span>
    {children && age ? " · " : null}
    {age}
  </p>
);
