import { useMemo } from "react";
import { css } from "#styled/css";
import { matchesAudit } from "../../../db/audit/audit-predicate.ts";
import { datedName, download } from "../../ui/download.ts";
import { useJournal } from "../../data/use-attempts.ts";
import { useFormat } from "../../format/use-format.ts";
import { overList } from "../../state/over-list.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { BasisLine } from "../../ui/basis-line.tsx";
import { EmptyList } from "../../ui/empty-list.tsx";
import { panelLook } from "../../ui/panel-look.ts";
import { AuditBar } from "./audit-bar.tsx";
import { DeviceCounters } from "./audit-counters.tsx";
import { AttemptDetails } from "./audit-details.tsx";
import { AuditList } from "./audit-list.tsx";
import { auditFiltersOf } from "./audit-params.ts";
import { ExportMenu } from "./export-menu.tsx";
import { journalFile, lastLine } from "./log-file.ts";
import { rowOfAttempt } from "./log-row.ts";
import type { useAuditView } from "./use-audit-view.ts";

const stack = css({ display: "flex", flexDirection: "column", gap: "3" });
const everywhere = (): void => {};

/** What was attempted from this device, and how it ended (AUD-2). */
export function DeviceLog({ view, go, closeEntry }: ReturnType<typeof useAuditView>) {
  const { t } = useTranslation(["audit", "common"]);
  const format = useFormat();
  const attempts = useJournal();
  const { draft, filter } = view;
  const rows = useMemo(() => {
    // "unknown" is an outcome of the journal only.
    const isOfOutcome = (outcome: string): boolean => draft.outcome === "" || outcome === draft.outcome;
    return attempts?.map(rowOfAttempt).filter((row) => matchesAudit({ ...filter, outcome: undefined }, row) && isOfOutcome(row.outcome));
  }, [attempts, filter, draft.outcome]);
  const shownAttempts = rows?.flatMap((row) => (row.source.is === "attempt" ? [row.source.attempt] : []));
  const open = view.entry === "" ? undefined : attempts?.find((attempt) => attempt.id === view.entry);
  const filtered = auditFiltersOf("device").activeIn(draft).length > 0;
  return (
    <div className={stack}>
      <DeviceCounters period={view.period} onPeriod={(period) => go({ period }, { replace: true })} attempts={attempts} />
      <AuditBar tab="device" applied={draft} onApply={(next) => go({ draft: next })}>
        <ExportMenu
          off={shownAttempts ? undefined : t("common:loading")}
          onExport={(kind) => {
            const now = new Date();
            const shown = shownAttempts ?? [];
            const by = { ...filter, ...(draft.outcome && { outcome: draft.outcome }) };
            const name = t("export.journalName");
            download(
              datedName(filtered ? t("export.filtered", { name }) : name, now.getTime(), kind),
              journalFile(kind, shown, by, now, lastLine(t, "Tried", shown.length, now, by)),
            );
          }}
        />
      </AuditBar>
      {rows && rows.length > 0 ? (
        <>
          <BasisLine>{t("list.count", { count: rows.length, shown: format.number(String(rows.length)) })}</BasisLine>
          <AuditList
            of="device"
            total={rows.length}
            rowAt={(place) => rows[place]}
            busy={false}
            onRange={everywhere}
            onOpen={(entry) => go({ entry }, { state: overList })}
          />
        </>
      ) : (
        <div className={panelLook}>
          <EmptyList title={attempts ? t("list.empty") : t("common:loading")}>
            {attempts ? (filtered ? t("list.emptyFiltered") : t("list.emptyLog")) : undefined}
          </EmptyList>
        </div>
      )}
      {open ? <AttemptDetails attempt={open} onClose={closeEntry} /> : null}
    </div>
  );
}
