import type { ReactNode } from "react";
import { css } from "#styled/css";

const look = css({ textStyle: "sm", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" });

/** What the figures or rows on the screen rest on: their number, source and age. Announced when it changes. */
export const BasisLine = ({ children }: { children: ReactNode }) => (
  <p className={look} role="status">
    {children}
  </p>
);
