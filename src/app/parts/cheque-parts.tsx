import type { ReactNode } from "react";
import { css, cva } from "#styled/css";
import { useFormat } from "../format/use-format.ts";

const verb = cva({
  base: { textStyle: "sm", fontWeight: "semibold", letterSpacing: "0.06em", textTransform: "uppercase" },
  variants: { operation: { fund: { color: "accent" }, deduct: { color: "danger" } } },
});
const figure = cva({
  base: { textStyle: "figure", fontWeight: "semibold", overflowWrap: "anywhere" },
  variants: { operation: { fund: {}, deduct: { color: "danger" } } },
});
const unit = css({ fontSize: "lg", fontWeight: "medium", letterSpacing: "0", marginInlineStart: "2" });
const stubValue = css({ textStyle: "sm", overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums lining-nums" });

/** Styles shared by all cheques. */
export const chequeLooks = {
  label: css({ textStyle: "xs", color: "ink.muted" }),
  mono: css({ fontFamily: "mono", textStyle: "xs" }),
  whom: css({ textStyle: "lg", fontWeight: "medium", overflowWrap: "anywhere" }),
  muted: css({ textStyle: "sm", color: "ink.muted" }),
  /** The decision's buttons, and why one is off. */
  decision: css({
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "2",
    width: "full",
    marginTop: "auto",
    paddingTop: "2",
    _print: { display: "none" },
  }),
  button: css({ flex: "[1 1 auto]" }),
  why: css({ flexBasis: "full", textStyle: "sm", color: "ink.muted", textWrap: "pretty" }),
} as const;

/** What a cheque does: the operation as a verb, and the amount with every digit. */
export function ChequeDeed(props: { operation: "fund" | "deduct"; verb: string; amount: string; currency: string }) {
  const format = useFormat();
  const { operation } = props;
  return (
    <div>
      <p className={verb({ operation })}>{props.verb}</p>
      <p className={figure({ operation })}>
        {format.exact(props.amount)}
        <span className={unit}>{props.currency}</span>
      </p>
    </div>
  );
}

/** One line of a counterfoil. */
export const StubLine = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className={chequeLooks.label}>{name}</dt>
    <dd className={stubValue}>{children}</dd>
  </div>
);
