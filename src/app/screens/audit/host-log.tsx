import { useCallback, useState } from "react";
import { css } from "#styled/css";
import { auditCall, useAuditLog } from "../../data/use-audit.ts";
import { overList } from "../../state/over-list.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { ListFault } from "../../parts/list-state.tsx";
import { Button } from "../../ui/button.tsx";
import { ShieldCheck } from "../../ui/icons.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { AuditBar } from "./audit-bar.tsx";
import { HostCounters } from "./audit-counters.tsx";
import { EntryDetails } from "./audit-details.tsx";
import { AuditList } from "./audit-list.tsx";
import { auditFiltersOf } from "./audit-params.ts";
import { AuditBasis, AuditState } from "./audit-state.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import { ExportMenu } from "./export-menu.tsx";
import type { LogFormat } from "./log-file.ts";
import { rowOfEntry } from "./log-row.ts";
import type { useAuditView } from "./use-audit-view.ts";
import { VerifyDialog } from "./verify-dialog.tsx";

const stack = css({ display: "flex", flexDirection: "column", gap: "3" });

type Asked = { readonly is: "nothing" } | { readonly is: "verify" } | { readonly is: "export"; readonly format: LogFormat };
const nothing: Asked = { is: "nothing" };

/** What every admin did, from the host's log (AUD-1). */
export function HostLog({ view, go, closeEntry }: ReturnType<typeof useAuditView>) {
  const { t } = useTranslation(["audit", "common"]);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const [asked, setAsked] = useState<Asked>(nothing);
  const { reading, fetching, refresh, isOut } = useAuditLog(view.filter, range.first, range.last);
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), []);
  const filters = auditFiltersOf("all");
  const filtered = filters.activeIn(view.draft).length > 0;
  const hasRows = reading !== undefined && reading.total > 0;
  const close = () => setAsked(nothing);
  const seq = /^[1-9]\d{0,11}$/.test(view.entry) ? Number(view.entry) : undefined;
  const rowAt = (place: number) => {
    const entry = reading?.rowAt(place);
    return entry && rowOfEntry(entry);
  };
  return (
    <div className={stack}>
      <KeepFocus />
      <HostCounters
        period={view.period}
        onPeriod={(period) => go({ period }, { replace: true })}
        onAlerts={(dateFrom = "") => go({ draft: { ...filters.empty, alerts: "true", dateFrom } })}
      />
      <AuditBar tab="all" applied={view.draft} onApply={(draft) => go({ draft })}>
        <Button
          icon={<ShieldCheck size={16} aria-hidden />}
          off={isOut ? t("common:off.unreachable") : undefined}
          onClick={() => setAsked({ is: "verify" })}
        >
          {t("verify.button")}
        </Button>
        <ExportMenu onExport={(format) => setAsked({ is: "export", format })} />
      </AuditBar>
      {hasRows && !isOut ? <ListFault of="audit" call={auditCall} fetching={fetching} onRetry={() => void refresh()} /> : null}
      {hasRows ? (
        <>
          <AuditBasis reading={reading} isOut={isOut} isAwaited={fetching.is === "waiting"} />
          <AuditList
            of="host"
            key={reading.key}
            total={reading.total}
            rowAt={rowAt}
            busy={fetching.is === "waiting"}
            onRange={onRange}
            onOpen={(entry) => go({ entry }, { state: overList })}
          />
        </>
      ) : (
        <AuditState reading={reading} fetching={fetching} isOut={isOut} filtered={filtered} onRetry={() => void refresh()} />
      )}
      {seq === undefined ? null : <EntryDetails key={seq} seq={seq} onClose={closeEntry} />}
      {asked.is === "verify" ? <VerifyDialog onClose={close} /> : null}
      {asked.is === "export" ? <ExportDialog filter={view.filter} filtered={filtered} format={asked.format} onClose={close} /> : null}
    </div>
  );
}
