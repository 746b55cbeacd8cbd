import { css, cva } from "#styled/css";
import type { AmountFormats } from "../../format/amounts.ts";

const figure = cva({
  base: { fontVariantNumeric: "tabular-nums lining-nums", fontWeight: "medium" },
  variants: { sign: { plus: { color: "done" }, minus: { color: "failed" }, none: {} } },
});
const unit = css({
  display: "inline-block",
  minWidth: "9",
  marginInlineStart: "1.5",
  textAlign: "start",
  color: "ink.muted",
  fontSize: "xs",
});

const signOf = (value: string): "plus" | "minus" | "none" =>
  /^-?0*(\.0*)?$/.test(value) ? "none" : value.startsWith("-") ? "minus" : "plus";

/** An amount with its sign, 2 to 8 decimals and its currency; whole in its title where it has more (DASH-3). */
export function Amount({
  value,
  currency,
  format,
}: {
  value: string | null | undefined;
  currency: string | undefined;
  format: AmountFormats;
}) {
  if (value === undefined || value === null) return <span className={unit}>{currency ?? "—"}</span>;
  const isCut = (value.split(".")[1]?.length ?? 0) > 8;
  return (
    <>
      <span className={figure({ sign: signOf(value) })} title={isCut ? `${value} ${currency ?? ""}` : undefined}>
        {format.signed(value)}
      </span>
      <span className={unit}>{currency}</span>
    </>
  );
}
