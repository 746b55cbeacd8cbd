import { Link } from "wouter";
import type { Person } from "../../../../db/people/person.ts";
import { useLatestTransactions } from "../../../data/use-users-activity.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { links } from "../../../links.ts";
import { usePermission } from "../../../state/auth.ts";
import { toSearch } from "../../transactions/filter-params.ts";
import { ShortTransactions } from "../../transactions/short-table.tsx";
import { moreLook, quietBox, SummarySection } from "./summary-section.tsx";

const shownAtMost = 5;

/** A user's latest cached transactions, with a link to all of them. `isAwaited`: the user's record may still come. */
export function SummaryActivity({ person, isAwaited }: { person: Person; isAwaited: boolean }) {
  const { t } = useTranslation(["userTools", "common"]);
  const mayView = usePermission("canViewTransactions");
  const rows = useLatestTransactions(person, shownAtMost);
  if (!mayView) return null;
  const isUnnamed = rows === "unnamed" && !isAwaited;
  return (
    <SummarySection
      title={t("summary.transactions")}
      more={
        person.username ? (
          <Link href={links.filtered(toSearch({ user: `"${person.username}"` }))} className={moreLook}>
            {t("summary.transactionsAll")}
          </Link>
        ) : undefined
      }
    >
      {rows === "broken" ? (
        <p className={quietBox}>{t("summary.transactionsBroken")}</p>
      ) : rows === undefined || rows === "unnamed" ? (
        <p className={quietBox}>{t(isUnnamed ? "summary.transactionsUnknown" : "common:loading")}</p>
      ) : rows.length > 0 ? (
        <ShortTransactions label={t("summary.transactions")} rows={rows} />
      ) : (
        <p className={quietBox}>{`${t("summary.transactionsNone")}. ${t("summary.transactionsHint")}`}</p>
      )}
    </SummarySection>
  );
}
