import { Suspense, lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { css } from "#styled/css";
import { useTransactionReader } from "../../data/use-transaction-list.ts";
import { usePermission } from "../../state/auth.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { ListBasis } from "./list-basis.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import { TransactionList } from "./transaction-list.tsx";
import { useDashboardTroubles } from "./use-dashboard-troubles.ts";
import { useFilter } from "./use-filter.ts";
import { useFreshAnalytics } from "./use-fresh-analytics.ts";
import type { Row } from "./looks.ts";

const DetailsPanel = lazy(async () => ({ default: (await import("./details-panel.tsx")).DetailsPanel }));

const page = css({ display: "flex", flexDirection: "column", gap: "4" });
const section = css({ display: "flex", flexDirection: "column", gap: "3" });

function Transactions() {
  const { filter, key, apply } = useFilter();
  const reader = useTransactionReader(filter);
  const [details, setDetails] = useState<Row>();
  return (
    <section className={section}>
      <FilterBar filter={filter} filterKey={key} onApply={apply} basis={<ListBasis reader={reader} />} />
      {/* Another filter is another list: it starts at its top. */}
      <TransactionList key={key} reader={reader} filtered={key !== ""} onDetails={setDetails} />
      {details ? (
        <Suspense fallback={null}>
          <DetailsPanel row={details} onClose={() => setDetails(undefined)} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** / and /dashboard: the platform's figures and its transactions (DASH-1 … DASH-11). */
export function DashboardScreen() {
  const { t } = useTranslation(["transactions", "common"]);
  const mayView = usePermission("canViewTransactions");
  const { malformed, dismiss } = useDashboardTroubles();
  useFreshAnalytics();
  return (
    <div className={page}>
      {malformed ? (
        <Notice
          tone="warning"
          title={t("list.malformed", { call: malformed.call, problem: malformed.problem })}
          action={
            <Button size="small" onClick={dismiss}>
              {t("common:dismiss")}
            </Button>
          }
        />
      ) : null}
      <SummaryCards />
      {mayView ? <Transactions /> : <EmptyState title={t("list.noPermission")}>{t("list.noPermissionHint")}</EmptyState>}
    </div>
  );
}
