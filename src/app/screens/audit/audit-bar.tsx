import { type ReactNode, useState } from "react";
import { css } from "#styled/css";
import { useDayWords } from "../../format/use-day-words.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ActiveFilters } from "../../ui/active-filters.tsx";
import { FilterForm, FilterToggle } from "../../ui/filter-form.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { AuditFilterPanel } from "./audit-filter-panel.tsx";
import { type AuditDraft, type AuditFilterName, auditFilterNames, type AuditTab, emptyDraft } from "./audit-params.ts";
import { actionWord, outcomeWord } from "./log-row.ts";

const atEnd = css({ display: "flex", flexWrap: "wrap", gap: "2", marginInlineStart: "auto" });

interface AuditBarProps {
  tab: AuditTab;
  applied: AuditDraft;
  onApply: (draft: AuditDraft) => void;
  /** The buttons at the bar's end. */
  children: ReactNode;
}

/** The search box, the filter panel and the chips of what is active (AUD-1). */
export function AuditBar({ tab, applied, onApply, children }: AuditBarProps) {
  const { t } = useTranslation(["audit", "common"]);
  const dayWords = useDayWords();
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useDraft(applied);
  const change = (name: AuditFilterName, value: string) => setDraft({ ...draft, [name]: value });
  const clear = () => {
    setDraft(emptyDraft);
    onApply(emptyDraft);
  };
  const active = auditFilterNames.filter((name) => applied[name] !== "");
  const words = (name: AuditFilterName): string => {
    const value = applied[name];
    if (name === "action") return actionWord(t, value);
    if (name === "outcome") return outcomeWord(t, value);
    if (name === "dateFrom" || name === "dateTo") return dayWords(value);
    return name === "alerts" ? t("filters.onlyAlerts") : value;
  };
  return (
    <FilterForm
      label={t("filters.region")}
      onSubmit={() => onApply(draft)}
      tools={
        <>
          <SearchBox label={t("search.label")} placeholder={t("search.placeholder")} value={draft.q} onText={(text) => change("q", text)} />
          <FilterToggle open={open} panel="audit-filters" active={active.length} onToggle={() => setOpen(!open)}>
            {t("filters.toggle")}
          </FilterToggle>
          <div className={atEnd}>{children}</div>
        </>
      }
    >
      {open ? <AuditFilterPanel tab={tab} draft={draft} onChange={change} onClear={clear} /> : null}
      {active.length > 0 ? (
        <ActiveFilters
          label={t("filters.active")}
          names={active}
          wordsOf={(name) => ({ label: t(`filters.${name}`), value: words(name) })}
          onRemove={(name) => onApply({ ...applied, [name]: "" })}
          clear={t("filters.clear")}
          onClear={open ? undefined : clear}
        />
      ) : null}
    </FilterForm>
  );
}
