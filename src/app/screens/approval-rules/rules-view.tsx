import { css, cx } from "#styled/css";
import { type ApprovalPolicy, slipOperations } from "../../../contract/approvals.ts";
import { fundCurrencies } from "../../../contract/currencies.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Card } from "../../ui/card.tsx";
import { type DataColumn, DataTable } from "../../ui/data-table.tsx";
import { aboveOf } from "./changes.ts";
import { asksForNote } from "./draft.ts";
import { rulesLooks } from "./rules-looks.ts";

const muted = css({ color: "ink.muted" });
const currencyName = css({ fontWeight: "medium" });
const reasons = css({ display: "flex", flexDirection: "column", gap: "2.5" });
const reason = css({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  justifyContent: "space-between",
  columnGap: "3",
  textStyle: "sm",
});
const code = css({ fontFamily: "mono", textStyle: "xs", color: "ink.muted", overflowWrap: "anywhere" });
const facts = css({ display: "flex", flexDirection: "column", gap: "3" });
const label = css({ textStyle: "xs", color: "ink.muted" });
const value = css({ textStyle: "md", textWrap: "pretty" });

/** The rules in force, read-only. */
export function RulesView({ policy }: { policy: ApprovalPolicy }) {
  const { t } = useTranslation("policy");
  const format = useFormat();
  const currencies = [...new Set([...fundCurrencies, ...policy.rules.map(({ currency }) => currency)])];
  const amount = (above: string | undefined) => (above === undefined ? <span className={muted}>{t("never")}</span> : format.exact(above));
  return (
    <div className={rulesLooks.columns}>
      <DataTable
        label={t("amounts")}
        size="none"
        rows={currencies}
        keyOf={(currency) => currency}
        columns={[
          { label: t("currency"), className: currencyName, render: (currency) => currency },
          ...slipOperations.map((operation): DataColumn<string> => ({
            label: t(`aboveOf.${operation}`),
            kind: "figure",
            align: "end",
            render: (currency) => amount(aboveOf(policy, operation, currency)),
          })),
        ]}
      />
      <div className={rulesLooks.stack}>
        <Card title={t("reasons")} description={policy.reasons.length === 0 ? t("noReasons") : undefined}>
          <ul className={reasons}>
            {policy.reasons.map((one) => (
              <li key={one.code} className={reason}>
                <span>
                  {one.label}
                  {asksForNote(one.code) ? <span className={cx(muted, css({ textStyle: "xs" }))}> · {t("asksForNote")}</span> : null}
                </span>
                <span className={code}>{one.code}</span>
              </li>
            ))}
          </ul>
        </Card>
        <Card title={t("waiting")}>
          <dl className={facts}>
            <div>
              <dt className={label}>{t("hours")}</dt>
              <dd className={value}>{t("hoursValue", { count: policy.expiresAfterHours })}</dd>
            </div>
            <div>
              <dt className={label}>{t("signing")}</dt>
              <dd className={value}>{t(`signings.${policy.signing}`)}</dd>
            </div>
          </dl>
        </Card>
      </div>
    </div>
  );
}
