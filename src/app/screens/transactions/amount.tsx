import { type ReactNode } from "react";
import { css, cva } from "#styled/css";
import type { AmountFormats } from "../../format/amounts.ts";
import { wholeAmount } from "../../format/whole-amount.ts";

const look = cva({
  base: { fontVariantNumeric: "tabular-nums lining-nums", fontWeight: "medium" },
  variants: { sign: { plus: { color: "done" }, minus: { color: "failed" }, none: {} } },
});
/** A currency after its amount, in a column of amounts that end at one line. */
export const amountUnit = css({
  display: "inline-block",
  minWidth: "9",
  marginInlineStart: "1.5",
  textAlign: "start",
  color: "ink.muted",
  fontSize: "xs",
  fontWeight: "normal",
});

const signOf = (value: string): "plus" | "minus" | "none" =>
  /^-?0*(\.0*)?$/.test(value) ? "none" : value.startsWith("-") ? "minus" : "plus";

interface AmountProps {
  value: string | null | undefined;
  currency: string | undefined;
  format: AmountFormats;
}

/** Class and title of an amount's element: colour by sign, and the full amount if it is cut (DASH-3). */
export function amountAttributes({ value, currency, format }: AmountProps): {
  className: string;
  title: string | undefined;
} {
  return { className: look({ sign: signOf(value ?? "") }), title: wholeAmount(format, value, currency) };
}

/** An amount with its sign, 2 to 8 decimals and its currency (DASH-3), for an element with `amountAttributes`. */
export function amountWords({ value, currency, format }: AmountProps): ReactNode {
  const isKnown = value !== undefined && value !== null;
  return (
    <>
      {isKnown ? format.signed(value) : null}
      <span className={amountUnit}>{currency || (isKnown ? null : "—")}</span>
    </>
  );
}

/** A standalone amount; rows of the long list use their cell, to save an element. */
export const Amount = (props: AmountProps) => <span {...amountAttributes(props)}>{amountWords(props)}</span>;
