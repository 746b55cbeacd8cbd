import type { Transaction } from "../../../contract/transactions.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Time } from "../../parts/time.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Amount } from "./amount.tsx";
import { isKnownStatus, isKnownType, statusKind } from "./looks.ts";

/** A few transactions of one user; needs the "transactions" translations. */
export function ShortTransactions({ label, rows }: { label: string; rows: readonly Transaction[] }) {
  const { t } = useTranslation(["transactions", "common"]);
  const format = useFormat();
  return (
    <DataTable
      label={label}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t("columns.type"),
          render: ({ type: sent }) => {
            const type = sent?.toUpperCase();
            return type && isKnownType(type) ? t(`types.${type}`) : (sent ?? t("common:none"));
          },
        },
        {
          label: t("columns.amount"),
          align: "end",
          kind: "figure",
          render: ({ amount, currency }) => <Amount value={amount} currency={currency} format={format} />,
        },
        {
          label: t("columns.status"),
          render: ({ status: sent }) => {
            const status = sent?.toUpperCase();
            return (
              <StatusMark kind={statusKind(status)}>
                {status && isKnownStatus(status) ? t(`statuses.${status}`) : (sent ?? t("common:none"))}
              </StatusMark>
            );
          },
        },
        { label: t("columns.date"), kind: "figure", render: ({ createdAt }) => <Time at={Date.parse(createdAt)} /> },
      ]}
    />
  );
}
