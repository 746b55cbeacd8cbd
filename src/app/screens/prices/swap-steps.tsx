import { css } from "#styled/css";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { DataTable } from "../../ui/data-table.tsx";
import type { Swap, SwapStep } from "./swap.ts";

const stack = css({ display: "flex", flexDirection: "column", gap: "2" });
const muted = css({ textStyle: "sm", color: "ink.muted" });
const wrong = css({ textStyle: "sm", color: "danger", fontWeight: "medium" });
const result = css({ fontWeight: "semibold", textStyle: "lg" });

function useStepWords(): (step: SwapStep) => { what: string; value: string } {
  const { t } = useTranslation("prices");
  const format = useFormat();
  const { naira, dollars } = format;
  return (step) => {
    switch (step.is) {
      case "amount":
        return { what: t("swap.step.amount"), value: `${format.exact(step.amount)} ${step.currency}` };
      case "price":
        return { what: t("swap.step.price", { currency: step.of, price: format.exact(step.price) }), value: dollars(step.dollars) };
      case "onramp":
      case "offramp":
        return {
          what: t(`swap.step.${step.is}`, { rate: naira(step.rate), markup: format.number(step.markup) }),
          value: naira(step.marked),
        };
      case "markup":
        return { what: t("swap.step.markup", { markup: format.number(step.markup) }), value: dollars(step.dollars) };
      case "dollars":
        return { what: t("swap.step.dollars"), value: dollars(step.dollars) };
      case "fee":
        return { what: t("swap.step.fee", { fee: dollars(step.fee) }), value: dollars(step.dollars) };
      case "result":
        return { what: t("swap.step.result"), value: `${format.exact(step.amount)} ${step.currency}` };
    }
  };
}

/** The steps of the calculation, ending with what the customer gets; or what is missing for it. */
export function SwapSteps({ swap }: { swap: Swap | undefined }) {
  const { t } = useTranslation("prices");
  const wordsOf = useStepWords();
  if (swap === undefined) return <p className={muted}>{t("swap.enter")}</p>;
  if (swap.is === "same") return <p className={muted}>{t("swap.same")}</p>;
  if (swap.is === "missing") return <p className={wrong}>{t(`swap.missing.${swap.what}`)}</p>;
  return (
    <div className={stack}>
      {swap.is === "too little" ? <p className={wrong}>{t("swap.tooLittle")}</p> : null}
      <DataTable
        label={t("swap.steps")}
        rows={swap.steps.map((step) => ({ is: step.is, ...wordsOf(step) }))}
        keyOf={({ is, what }) => `${is} ${what}`}
        columns={[
          { label: t("swap.stepHead"), render: ({ what }) => what },
          {
            label: t("swap.valueHead"),
            align: "end",
            kind: "figure",
            render: ({ is, value }) => <span className={is === "result" ? result : undefined}>{value}</span>,
          },
        ]}
      />
      <p className={muted}>{t("swap.rounding")}</p>
    </div>
  );
}
