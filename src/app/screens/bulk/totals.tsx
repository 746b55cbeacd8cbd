import { css } from "#styled/css";
import type { BulkTotal } from "../../../db/money/bulk/judge.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";

const none = css({ textStyle: "sm", color: "ink.muted" });
const unit = css({ color: "ink.muted", marginInlineStart: "1.5", fontSize: "xs" });

/** Exact totals of the ticked rows, per operation and currency. */
export function Totals({ totals }: { totals: readonly BulkTotal[] }) {
  const { t } = useTranslation("rehearsal");
  const format = useFormat();
  return (
    <Card title={t("totals.title")}>
      {totals.length === 0 ? (
        <p className={none}>{t("totals.none")}</p>
      ) : (
        <DataTable
          label={t("totals.title")}
          rows={totals}
          keyOf={({ operation, currency }) => `${operation} ${currency}`}
          columns={[
            { label: t("totals.operation"), render: ({ operation }) => t(`operations.${operation}`) },
            { label: t("totals.rows"), align: "end", kind: "figure", render: ({ count }) => format.number(count) },
            {
              label: t("totals.amount"),
              align: "end",
              kind: "figure",
              render: ({ amount, currency }) => (
                <span>
                  {format.exact(amount)}
                  <span className={unit}>{currency}</span>
                </span>
              ),
            },
            { label: t("totals.second"), align: "end", kind: "figure", render: ({ second }) => format.number(second) },
          ]}
        />
      )}
    </Card>
  );
}
