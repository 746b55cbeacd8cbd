import { Link } from "wouter";
import type { Person } from "../../../db/users-activity.ts";
import { useLatestTransactions } from "../../data/use-users-activity.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { links, paths } from "../../links.ts";
import { StatusMark } from "../../ui/status-mark.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../ui/table.tsx";
import { Amount } from "../transactions/amount.tsx";
import { isKnownStatus, isKnownType, statusKind } from "../transactions/looks.ts";
import { moreLook, quietBox, SummarySection } from "./summary-section.tsx";
import { Time } from "../../parts/time.tsx";

const shownAtMost = 5;

/** A user's latest transactions, as far as they are cached, and the way to all of them. */
export function SummaryActivity({ person }: { person: Person }) {
  const { t } = useTranslation(["userTools", "transactions", "common"]);
  const format = useFormat();
  const rows = useLatestTransactions(person, shownAtMost);
  return (
    <SummarySection
      title={t("summary.transactions")}
      more={
        <Link href={person.username ? links.transactions(person.username) : paths.home} className={moreLook}>
          {t("summary.transactionsAll")}
        </Link>
      }
    >
      {rows && rows.length > 0 ? (
        <Table label={t("summary.transactions")}>
          <TableHead>
            <Th>{t("transactions:columns.type")}</Th>
            <Th align="end">{t("transactions:columns.amount")}</Th>
            <Th>{t("transactions:columns.status")}</Th>
            <Th>{t("transactions:columns.date")}</Th>
          </TableHead>
          <TableBody>
            {rows.map((row) => {
              const type = row.type?.toUpperCase();
              const status = row.status?.toUpperCase();
              return (
                <Tr key={row.id}>
                  <Td label={t("transactions:columns.type")}>
                    {type && isKnownType(type) ? t(`transactions:types.${type}`) : (row.type ?? t("common:none"))}
                  </Td>
                  <Td label={t("transactions:columns.amount")} align="end" kind="figure">
                    <Amount value={row.amount} currency={row.currency} format={format} />
                  </Td>
                  <Td label={t("transactions:columns.status")}>
                    <StatusMark kind={statusKind(status)}>
                      {status && isKnownStatus(status) ? t(`transactions:statuses.${status}`) : (row.status ?? t("common:none"))}
                    </StatusMark>
                  </Td>
                  <Td label={t("transactions:columns.date")} kind="figure">
                    <Time at={row.at} />
                  </Td>
                </Tr>
              );
            })}
          </TableBody>
        </Table>
      ) : (
        <p className={quietBox}>{rows ? `${t("summary.transactionsNone")}. ${t("summary.transactionsHint")}` : t("common:loading")}</p>
      )}
    </SummarySection>
  );
}
