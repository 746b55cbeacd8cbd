import { useLocation } from "wouter";
import { css } from "#styled/css";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { useTransactionReader } from "../../data/use-transaction-list.ts";
import { links, transactionIdIn } from "../../links.ts";
import { usePermission } from "../../state/auth.ts";
import { overList } from "../../state/over-list.ts";
import { Card } from "../../ui/card.tsx";
import { useSearch } from "../../state/use-search.ts";
import { FilterBar } from "./filter-bar.tsx";
import { ListBasis } from "./list-basis.tsx";
import { ListTools } from "./list-tools.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import { TransactionList } from "./transaction-list.tsx";
import { useDashboardTroubles } from "./use-dashboard-troubles.ts";
import { useListView } from "./use-list-view.ts";
import { useFreshAnalytics } from "./use-fresh-analytics.ts";

const MalformedNotice = lazyPart(async () => (await import("./malformed-notice.tsx")).MalformedNotice, { words: ["activity"] });
const DetailsPanel = lazyPart(async () => (await import("./details-panel.tsx")).DetailsPanel, { words: ["lookup", "cases"] });
const NoPermission = lazyPart(async () => (await import("./no-permission.tsx")).NoPermission, { words: ["lookup"] });
const NamedNotice = lazyPart(async () => (await import("./selection/named-notice.tsx")).NamedNotice, {
  words: ["selection"],
  instead: LostPart,
});
const PendingOrder = lazyPart(async () => (await import("./pending-order.tsx")).PendingOrder, { words: ["explained"] });

const ChartPanel = lazyPart(async () => (await import("./chart/chart-panel.tsx")).ChartPanel, {
  words: ["activity"],
  instead: LostPart,
  until: () => <Card className={chartPlace} />,
});

const page = css({ display: "flex", flexDirection: "column", gap: "4" });
/** Reserves the chart's height, so the list below doesn't move when it loads. */
const chartPlace = css({ minHeight: { base: "[34rem]", xl: "[20.5rem]" } });
const section = css({ display: "flex", flexDirection: "column", gap: "3" });

function Transactions() {
  const { filter, key, apply, chart, showChart, oldest, showOldest } = useListView();
  const reader = useTransactionReader(filter, oldest);
  const [, navigate] = useLocation();
  const search = useSearch();
  // Not from the router, which decodes its path partly.
  const opened = transactionIdIn(location.pathname);
  return (
    <section className={section}>
      <FilterBar
        filter={filter}
        onApply={apply}
        tools={<ListTools source={reader.source} filterKey={key} chart={chart} onChart={showChart} />}
        basis={
          filter.transactionStatus === "PENDING" ? <PendingOrder reader={reader} onOldest={showOldest} /> : <ListBasis reader={reader} />
        }
      />
      {chart ? <ChartPanel filter={filter} source={reader.source} /> : null}
      {filter.ids ? <NamedNotice source={reader.source} ids={filter.ids} /> : null}
      {/* Each filter is its own list, starting at the top. */}
      <TransactionList
        key={`${key} ${oldest}`}
        reader={reader}
        filterKey={key}
        onDetails={({ id }) => navigate(links.transaction(id, search), { state: overList })}
      />
      {opened === undefined ? null : <DetailsPanel id={opened} reader={reader} />}
    </section>
  );
}

/** / and /dashboard: the platform's figures and its transactions (DASH-1 … DASH-11). */
export function DashboardScreen() {
  const mayView = usePermission("canViewTransactions");
  const { malformed, dismiss } = useDashboardTroubles();
  useFreshAnalytics();
  return (
    <div className={page}>
      {malformed ? <MalformedNotice malformed={malformed} onDismiss={dismiss} /> : null}
      <SummaryCards />
      {mayView ? <Transactions /> : <NoPermission />}
    </div>
  );
}
