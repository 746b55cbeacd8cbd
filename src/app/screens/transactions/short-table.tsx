import type { Transaction } from "../../../contract/transactions.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Time } from "../../parts/time.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../ui/table.tsx";
import { Amount } from "./amount.tsx";
import { isKnownStatus, isKnownType, statusKind } from "./looks.ts";

/** A few transactions of one user; needs the "transactions" translations. */
export function ShortTransactions({ label, rows }: { label: string; rows: readonly Transaction[] }) {
  const { t } = useTranslation(["transactions", "common"]);
  const format = useFormat();
  return (
    <Table label={label}>
      <TableHead>
        <Th>{t("columns.type")}</Th>
        <Th align="end">{t("columns.amount")}</Th>
        <Th>{t("columns.status")}</Th>
        <Th>{t("columns.date")}</Th>
      </TableHead>
      <TableBody>
        {rows.map((row) => {
          const type = row.type?.toUpperCase();
          const status = row.status?.toUpperCase();
          return (
            <Tr key={row.id}>
              <Td label={t("columns.type")}>{type && isKnownType(type) ? t(`types.${type}`) : (row.type ?? t("common:none"))}</Td>
              <Td label={t("columns.amount")} align="end" kind="figure">
                <Amount value={row.amount} currency={row.currency} format={format} />
              </Td>
              <Td label={t("columns.status")}>
                <StatusMark kind={statusKind(status)}>
                  {status && isKnownStatus(status) ? t(`statuses.${status}`) : (row.status ?? t("common:none"))}
                </StatusMark>
              </Td>
              <Td label={t("columns.date")} kind="figure">
                <Time at={Date.parse(row.createdAt)} />
              </Td>
            </Tr>
          );
        })}
      </TableBody>
    </Table>
  );
}
