import { Progress as Ark } from "@ark-ui/react/progress";
import { sva } from "#styled/css";
import { useFormat } from "../format/use-format.ts";

const slots = sva({
  slots: ["root", "words", "label", "value", "track", "bar"],
  base: {
    root: { display: "flex", flexDirection: "column", gap: "1.5" },
    words: { display: "flex", justifyContent: "space-between", gap: "4", textStyle: "sm" },
    label: { fontWeight: "medium" },
    value: { color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" },
    track: { height: "1.5", borderRadius: "round", bg: "pressed", overflow: "hidden", _forcedColors: { border: "1px solid" } },
    bar: {
      height: "full",
      borderRadius: "round",
      bg: "accent",
      "&[data-state=indeterminate]": {
        width: "1/3",
        animation: "pass 1.6s ease-in-out infinite",
        _still: { animation: "none", opacity: "0.5" },
      },
      transition: "width",
      transitionDuration: "slow",
      _forcedColors: { bg: "Highlight" },
    },
  },
});
const look = slots();

/** Progress bar. `value` null: indeterminate. `text`: words or figures ("3 of 6"); defaults to the percentage. */
export function Progress({ label, value, max = 100, text }: { label: string; value: number | null; max?: number; text?: string }) {
  const format = useFormat();
  const shown = text ?? (value === null ? undefined : format.percent(String(Math.round((value / max) * 100))));
  return (
    <Ark.Root className={look.root} value={value} max={max}>
      <span className={look.words}>
        <Ark.Label className={look.label}>{label}</Ark.Label>
        <span className={look.value}>{shown}</span>
      </span>
      {/* Ark's default label is the value, in English. */}
      <Ark.Track className={look.track} aria-label={label} aria-valuetext={shown}>
        <Ark.Range className={look.bar} />
      </Ark.Track>
    </Ark.Root>
  );
}
