import { css } from "#styled/css";
import type { BulkTotal } from "../../../db/money/bulk/judge.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Card } from "../../ui/card.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../ui/table.tsx";

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
        <Table label={t("totals.title")} size="small">
          <TableHead>
            <Th>{t("totals.operation")}</Th>
            <Th align="end">{t("totals.rows")}</Th>
            <Th align="end">{t("totals.amount")}</Th>
            <Th align="end">{t("totals.second")}</Th>
          </TableHead>
          <TableBody>
            {totals.map(({ operation, currency, count, amount, second }) => (
              <Tr key={`${operation} ${currency}`}>
                <Td label={t("totals.operation")}>{t(`operations.${operation}`)}</Td>
                <Td label={t("totals.rows")} align="end" kind="figure">
                  {format.number(count)}
                </Td>
                <Td label={t("totals.amount")} align="end" kind="figure">
                  <span>
                    {format.exact(amount)}
                    <span className={unit}>{currency}</span>
                  </span>
                </Td>
                <Td label={t("totals.second")} align="end" kind="figure">
                  {format.number(second)}
                </Td>
              </Tr>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}
