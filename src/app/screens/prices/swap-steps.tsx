import { css } from "#styled/css";
import { useFigureFormat } from "../../figures/use-figure-format.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../ui/table.tsx";
import type { Swap, SwapStep } from "./swap.ts";

const stack = css({ display: "flex", flexDirection: "column", gap: "2" });
const muted = css({ textStyle: "sm", color: "ink.muted" });
const wrong = css({ textStyle: "sm", color: "danger", fontWeight: "medium" });
const result = css({ fontWeight: "semibold", textStyle: "lg" });

function useStepWords(): (step: SwapStep) => { what: string; value: string } {
  const { t } = useTranslation("prices");
  const { naira, dollars } = useFigureFormat();
  const format = useFormat();
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
      <Table label={t("swap.steps")}>
        <TableHead>
          <Th>{t("swap.stepHead")}</Th>
          <Th align="end">{t("swap.valueHead")}</Th>
        </TableHead>
        <TableBody>
          {swap.steps.map((step) => {
            const { what, value } = wordsOf(step);
            return (
              <Tr key={`${step.is} ${what}`}>
                <Td label={t("swap.stepHead")}>{what}</Td>
                <Td label={t("swap.valueHead")} align="end" kind="figure">
                  <span className={step.is === "result" ? result : undefined}>{value}</span>
                </Td>
              </Tr>
            );
          })}
        </TableBody>
      </Table>
      <p className={muted}>{t("swap.rounding")}</p>
    </div>
  );
}
