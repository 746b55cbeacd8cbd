import Big from "big.js";
import { setOfframpRate, setOnrampRate } from "../../../contract/rates.ts";
import { type KnownFigure, useFigure } from "../../data/use-rates.ts";
import { FigurePanel } from "../../figures/figure-panel.tsx";
import { readPositive } from "../../ui/read-decimal.ts";
import type { HostSays } from "../../figures/use-change-check.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";

type RateName = "onramp" | "offramp";
const calls = { onramp: setOnrampRate, offramp: setOfframpRate } as const;

const saysOf = ({ value }: KnownFigure<RateName>): HostSays => ({ value: value.rate, changedAt: value.updatedAt, by: value.updatedBy });

/** One rate, to view and change (RATE-1 … RATE-3). */
export function RatePanel({ figure }: { figure: RateName }) {
  const { t } = useTranslation("rates");
  const { naira } = useFormat();
  const known = useFigure(figure);
  const name = t(`${figure}.name`);
  return (
    <FigurePanel
      figure={figure}
      known={known}
      saysOf={saysOf}
      show={naira}
      read={readPositive}
      intentOf={(value, before) => ({
        call: calls[figure],
        body: { rate: Number(value) },
        operation: figure === "onramp" ? "setOnrampRate" : "setOfframpRate",
        subject: [figure],
        target: name,
        details: { rate: value, before },
      })}
      of={{ is: figure }}
      example={{ what: t(`${figure}.example`), of: (value) => naira(new Big(value).times(100).toFixed()) }}
      words={{
        name,
        field: t(`${figure}.field`),
        title: t(`${figure}.title`),
        submit: t("update"),
        busy: t("updating"),
        fetchFailed: t(`${figure}.fetchFailed`),
        meaning: `${t("perUnit")} · ${t("source")}`,
        never: t("neverSet"),
        empty: t("empty"),
        invalid: t("invalid"),
        failed: t(`${figure}.setFailed`),
        done: (message) => message ?? t(`${figure}.done`),
      }}
    />
  );
}
