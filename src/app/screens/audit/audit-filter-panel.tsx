import { auditActions } from "../../../contract/actions.ts";
import { auditOutcomes } from "../../../contract/audit.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { FilterFields } from "../../ui/filter-fields.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { type AuditDraft, type AuditFilterName, type AuditTab, deviceOutcomes } from "./audit-params.ts";
import { actionWord } from "./log-row.ts";

interface AuditFilterPanelProps {
  tab: AuditTab;
  draft: AuditDraft;
  onChange: (name: AuditFilterName, value: string) => void;
  onClear: () => void;
}

/** Every filter but the search; nothing is asked for before "Apply Filters". Stands in the log's form. */
export function AuditFilterPanel({ tab, draft, onChange, onClear }: AuditFilterPanelProps) {
  const { t } = useTranslation(["audit", "common"]);
  const format = useFormat();
  const now = useNow();
  const any = { value: "", label: t("common:any") };
  const actions = auditActions.map((value) => ({ value, label: actionWord(t, value) }));
  const outcomes = (tab === "device" ? deviceOutcomes : auditOutcomes).map((value) => ({ value, label: t(`outcomes.${value}`) }));
  const field = (name: Exclude<AuditFilterName, "q">) => ({
    label: t(`filters.${name}`),
    value: draft[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  return (
    <FilterFields
      id="audit-filters"
      zone={t("filters.zone", { zone: format.zoneAt(now) })}
      clear={t("filters.clear")}
      apply={t("filters.apply")}
      onClear={onClear}
    >
      <TextField autoComplete="off" spellCheck={false} maxLength={254} {...field("actor")} />
      <SelectField options={[any, ...actions]} {...field("action")} />
      <SelectField options={[any, ...outcomes]} {...field("outcome")} />
      {tab === "all" ? <SelectField options={[any, { value: "true", label: t("filters.onlyAlerts") }]} {...field("alerts")} /> : null}
      <TextField type="date" max={draft.dateTo || undefined} {...field("dateFrom")} />
      <TextField type="date" min={draft.dateFrom || undefined} {...field("dateTo")} />
    </FilterFields>
  );
}
