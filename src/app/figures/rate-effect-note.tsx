import { css } from "#styled/css";
import { effectMs, type EffectSum, type RateChange } from "../../db/transactions/rate-effect.ts";
import { useRateEffect } from "../data/use-rate-effect.ts";
import { spanWords } from "../format/span.ts";
import { useFormat } from "../format/use-format.ts";
import { useTranslation } from "../words/use-translation.ts";
import { effectPlace } from "./effect-place.ts";

const title = css({ textStyle: "sm", fontWeight: "medium", color: "ink" });
const line = css({ fontVariantNumeric: "tabular-nums lining-nums", color: "ink" });
/** Ignore missing time below this, in ms: every fetch of the head leaves some. */
const nextToNothingMs = 60_000;

const unsigned = (value: string): string => value.replace("-", "");

/** What a change would have meant for the cached trades of the last 24 h, and the data that is based on (RATE-4). */
export function RateEffectNote({ change }: { change: RateChange }) {
  const { t } = useTranslation("effect");
  const { t: words } = useTranslation(["transactions", "common"]);
  const format = useFormat();
  const state = useRateEffect(change);

  const saying = ({ carried, unit, trades: count, volume, difference }: EffectSum): string => {
    const isLess = difference.startsWith("-");
    if (carried === "naira") {
      const values = { count, volume: format.naira(volume), amount: `${format.amount(unsigned(difference))} ${unit}` };
      return t(isLess ? "paidLess" : "paidMore", values);
    }
    const values = { count, volume: `${format.number(volume)} ${unit}`, amount: format.naira(unsigned(difference)) };
    return t(`${change.is}${isLess ? "Less" : "More"}`, values);
  };

  if (state.is !== "known") return <p className={effectPlace}>{t(state.is)}</p>;
  const { sums, cantSay, missingMs } = state.effect;
  return (
    <div className={effectPlace} role="group" aria-label={t("title")}>
      <p className={title}>{t("title")}</p>
      {sums.map((sum) => (
        <p key={`${sum.carried} ${sum.unit}`} className={line}>
          {saying(sum)}
        </p>
      ))}
      {sums.length === 0 && cantSay === 0 ? <p>{t("none")}</p> : null}
      {cantSay > 0 ? <p>{t("cantSay", { count: cantSay })}</p> : null}
      <p>
        {missingMs < nextToNothingMs
          ? t("whole")
          : missingMs >= effectMs
            ? t("nothing")
            : t("partly", { missing: spanWords(words, missingMs, Math.ceil) })}
      </p>
    </div>
  );
}
