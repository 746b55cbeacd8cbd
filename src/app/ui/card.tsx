import { type ComponentProps, type ReactNode, useId } from "react";
import { css, cx } from "#styled/css";
import { panelLook } from "./panel-look.ts";

const card = cx(panelLook, css({ minWidth: "0" }));
const padded = css({ p: "5", smDown: { p: "4" } });
const title = css({ textStyle: "md", fontWeight: "semibold" });
const text = css({ textStyle: "sm", color: "ink.muted", marginTop: "0.5" });
const headed = css({ marginBottom: "4" });

const figure = css({
  display: "flex",
  flexDirection: "column",
  gap: "0.5",
  px: "5",
  py: "4",
  minWidth: "0",
  smDown: { px: "4", py: "3", gap: "0" },
});
const label = css({ textStyle: "sm", color: "ink.muted" });
/** Shrink and wrap the figure before it overflows the strip. */
const value = css({
  textStyle: "figure",
  fontSize: "[clamp(1.25rem, 2.5cqi, 1.75rem)]",
  overflowWrap: "anywhere",
  smDown: { lineHeight: "1.75rem" },
});
const note = css({ textStyle: "xs", color: "ink.muted", minHeight: "4" });

export interface CardProps extends Omit<ComponentProps<"section">, "title"> {
  title?: string;
  description?: ReactNode;
  /** No padding, for a table or an accordion inside. */
  bare?: boolean;
}

/** Panel on the page; with a title, a region named after it. */
export function Card({ title: heading, description, bare = false, className, children, ...rest }: CardProps) {
  const id = useId();
  return (
    <section {...rest} aria-labelledby={heading ? id : undefined} className={cx(card, !bare && padded, className)}>
      {heading ? (
        <header className={headed}>
          <h2 id={id} className={title}>
            {heading}
          </h2>
          {description ? <p className={text}>{description}</p> : null}
        </header>
      ) : null}
      {children}
    </section>
  );
}

const frame = css({ containerType: "inline-size" });
const strip = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "px",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
  bg: "line",
  _forcedColors: { bg: "CanvasText" },
  overflow: "hidden",
  "& > *": { bg: "surface", flex: "[1 1 min(11.5rem, 40%)]" },
});
/** On a tablet, beside the icon-only menu, five figures fit on one line; the last is the longest. */
const oneLine = css({
  "@container (min-width: 38rem) and (max-width: 60rem)": {
    flexWrap: "nowrap",
    "& > *": { flexBasis: "0", px: "3", "&:last-child": { flexGrow: "1.4" }, "& > :nth-child(2)": { marginTop: "auto" } },
  },
});

interface FiguresProps {
  label: string;
  /** Keep them on one line on a tablet too. */
  inOneLine?: boolean;
  children: ReactNode;
}

/** Figures side by side; wraps to as many lines as needed. */
export const Figures = ({ label: words, inOneLine = false, children }: FiguresProps) => (
  <div className={frame}>
    <div className={cx(strip, inOneLine && oneLine)} role="group" aria-label={words}>
      {children}
    </div>
  </div>
);

export interface FigureProps {
  label: string;
  /** The formatted figure. */
  value: ReactNode;
  /** Basis and date of the figure; "" keeps its line for what is not known yet. */
  note?: ReactNode;
}

/** Label, large figure and its basis, grouped under the label's name. */
export function Figure({ label: words, value: shown, note: basis }: FigureProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={figure}>
      <p id={id} className={label}>
        {words}
      </p>
      <p className={value}>{shown}</p>
      {basis === undefined ? null : <p className={note}>{basis}</p>}
    </div>
  );
}
