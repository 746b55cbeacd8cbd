import { useCallback, useMemo, useState } from "react";
import { Link, useLocation } from "wouter";
import { css } from "#styled/css";
import { useApprovalPolicy } from "../../data/use-approval-policy.ts";
import { useOffers } from "../../data/use-offers.ts";
import { slipsCall, useMe, useSlips } from "../../data/use-slips.ts";
import { useSync } from "../../data/sync-context.ts";
import { useFormat } from "../../format/use-format.ts";
import { useHostNow } from "../../format/use-host-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { paths } from "../../links.ts";
import { useSearch } from "../../state/use-search.ts";
import { ListFault } from "../../parts/list-state.tsx";
import { buttonLook } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { Notice } from "../../ui/notice.tsx";
import { panelLook } from "../../ui/panel-look.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { type ApprovalsView, filterOf, searchOf, slipFiltersOf, slipTabs, viewOf } from "./approvals-params.ts";
import { personName } from "./slip-words.ts";
import { SlipList } from "./slip-list.tsx";
import { SlipsBar } from "./slips-bar.tsx";
import { SlipsBasis, SlipsState } from "./slips-state.tsx";

const stack = css({ display: "flex", flexDirection: "column", gap: "3" });

/** One tab: filters, source and age of the rows, and the rows. */
function SlipsPart({ view, go }: { view: ApprovalsView; go: (change: Partial<ApprovalsView>) => void }) {
  const [range, setRange] = useState({ first: 0, last: 0 });
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), []);
  const me = useMe();
  const { known: policy } = useApprovalPolicy();
  const now = useHostNow();
  const { tab, draft } = view;
  const { reading, fetching, refresh, isOut } = useSlips(filterOf(view, me.email ?? me.id), { withoutOwn: tab === "decide", ...range });
  const filtered = slipFiltersOf(tab).activeIn(draft).length > 0;
  const hasRows = reading !== undefined && reading.total > 0;
  return (
    <div className={stack}>
      <KeepFocus />
      <SlipsBar tab={tab} applied={draft} policy={policy} onApply={(next) => go({ draft: next })} />
      {hasRows && !isOut ? <ListFault of="approvals" call={slipsCall} fetching={fetching} onRetry={() => void refresh()} /> : null}
      {reading ? <SlipsBasis reading={reading} isOut={isOut} isAwaited={fetching.is === "waiting"} /> : null}
      {hasRows ? (
        <SlipList key={reading.key} reading={reading} policy={policy} now={now} busy={fetching.is === "waiting"} onRange={onRange} />
      ) : (
        <SlipsState tab={tab} reading={reading} fetching={fetching} isOut={isOut} filtered={filtered} onRetry={() => void refresh()} />
      )}
    </div>
  );
}

/** Notice of proposed rules waiting for a second super_admin; only super_admins are told of them. */
function RulesWait() {
  const { t } = useTranslation("approvals");
  const { known } = useApprovalPolicy();
  const format = useFormat();
  const isOffered = useOffers()("approvalPolicy");
  const now = useHostNow();
  const proposed = known.is === "known" ? known.proposed : undefined;
  if (!isOffered || !proposed || Date.parse(proposed.expiresAt) <= now) return null;
  return (
    <Notice
      title={t("rules.wait")}
      action={
        <Link href={paths.approvalRules} className={buttonLook({ size: "small" })}>
          {t("rules.open")}
        </Link>
      }
    >
      {t("rules.by", { name: personName(proposed.maker), time: format.dateTime(Date.parse(proposed.expiresAt)) })}
    </Notice>
  );
}

/** /approvals, "Approvals": slips waiting for this admin's decision, the admin's own, and decided ones (APPR-4). */
export function ApprovalsScreen() {
  const { t } = useTranslation("approvals");
  const { config } = useSync().host;
  const offers = useOffers();
  const search = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => viewOf(search), [search]);
  const go = (change: Partial<ApprovalsView>) => {
    const query = searchOf({ ...view, ...change });
    // Applying the same filter again adds no history entry.
    navigate(query ? `${paths.approvals}?${query}` : paths.approvals, { replace: query === searchOf(view) });
  };
  if (!offers("approvals"))
    return (
      <div className={panelLook}>
        {config.approvals === undefined ? (
          <EmptyState title={t("list.notOffered")}>{t("list.notOfferedHint")}</EmptyState>
        ) : (
          <EmptyState title={t("list.permission")}>{t("list.permissionHint")}</EmptyState>
        )}
      </div>
    );
  return (
    <div className={stack}>
      <RulesWait />
      <Tabs
        label={t("tabs.label")}
        value={view.tab}
        onChange={(tab) => go({ tab })}
        items={slipTabs.map((tab) => ({ value: tab, label: t(`tabs.${tab}`), content: <SlipsPart key={tab} view={view} go={go} /> }))}
      />
    </div>
  );
}
