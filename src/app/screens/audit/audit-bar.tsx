import type { ReactNode } from "react";
import { css } from "#styled/css";
import { auditActions } from "../../../contract/actions.ts";
import { auditOutcomes } from "../../../contract/audit.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { ListBar } from "../../lists/list-bar.tsx";
import { type AuditDraft, auditFiltersOf, type AuditTab, deviceOutcomes } from "./audit-params.ts";
import { actionWord } from "./log-row.ts";

const atEnd = css({ display: "flex", flexWrap: "wrap", gap: "2", marginInlineStart: "auto" });

interface AuditBarProps {
  tab: AuditTab;
  applied: AuditDraft;
  onApply: (draft: AuditDraft) => void;
  /** Buttons at the bar's end. */
  children: ReactNode;
}

/** Search and filters of the log (AUD-1). */
export function AuditBar({ tab, applied, onApply, children }: AuditBarProps) {
  const { t } = useTranslation(["audit", "common"]);
  const outcomes = tab === "device" ? deviceOutcomes : auditOutcomes;
  return (
    <ListBar
      id="audit-filters"
      filters={auditFiltersOf(tab)}
      controls={{
        q: { is: "elsewhere", label: t("filters.q"), holds: "text" },
        actor: { is: "text", label: t("filters.actor"), maxLength: 254 },
        action: {
          is: "choice",
          label: t("filters.action"),
          options: auditActions.map((value) => ({ value, label: actionWord(t, value) })),
        },
        outcome: {
          is: "choice",
          label: t("filters.outcome"),
          options: outcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
        },
        alerts:
          tab === "all"
            ? { is: "choice", label: t("filters.alerts"), options: [{ value: "true", label: t("filters.onlyAlerts") }] }
            : { is: "elsewhere", label: t("filters.alerts"), holds: "text" },
        dateFrom: { is: "day", label: t("filters.dateFrom"), before: "dateTo" },
        dateTo: { is: "day", label: t("filters.dateTo"), after: "dateFrom" },
      }}
      applied={applied}
      onApply={onApply}
      label={t("filters.region")}
      toggle={t("filters.toggle")}
      search={{ name: "q", label: t("search.label"), placeholder: t("search.placeholder") }}
    >
      <div className={atEnd}>{children}</div>
    </ListBar>
  );
}
