import Big from "big.js";
import type { ReactNode } from "react";
import { setMarkup } from "../../../contract/markup.ts";
import type { KnownFigure, useFigure } from "../../data/use-rates.ts";
import { FigurePanel } from "../../figures/figure-panel.tsx";
import { readPercentage } from "../../ui/read-decimal.ts";
import type { HostSays } from "../../figures/use-change-check.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";

const saysOf = ({ value }: KnownFigure<"markup">): HostSays => ({ value: value.markup, changedAt: value.updatedAt, by: value.updatedBy });

interface MarkupPartProps {
  markup: ReturnType<typeof useFigure<"markup">>;
  onrampRate: string | undefined;
  /** Content that depends on the markup, between its form and its history. */
  children: ReactNode;
}

/** The markup: value, and a form to change it (MARK-1). */
export function MarkupPart({ markup, onrampRate, children }: MarkupPartProps) {
  const { t } = useTranslation("prices");
  const { percent, naira } = useFormat();
  const example = (value: string): string => {
    const factor = new Big(100).plus(value).div(100);
    return naira(factor.times(onrampRate === undefined ? 100_000 : new Big(onrampRate).times(100)).toFixed());
  };
  return (
    <FigurePanel
      figure="markup"
      known={markup}
      saysOf={saysOf}
      show={percent}
      read={readPercentage}
      intentOf={(value, before) => ({
        call: setMarkup,
        body: { markup: Number(value) },
        operation: "setMarkup",
        subject: ["markup"],
        target: t("markup.name"),
        details: { markup: value, before },
      })}
      example={{ what: onrampRate === undefined ? t("markup.exampleNaira") : t("markup.example"), of: example }}
      words={{
        name: t("markup.name"),
        field: t("markup.field"),
        title: t("markup.title"),
        submit: t("markup.submit"),
        busy: t("markup.busy"),
        fetchFailed: t("markup.fetchFailed"),
        meaning: t("markup.meaning"),
        never: t("markup.never"),
        empty: t("markup.empty"),
        invalid: t("markup.invalid"),
        failed: t("markup.failed"),
        done: (message) => message ?? t("markup.done"),
      }}
    >
      {children}
    </FigurePanel>
  );
}
