import { useTranslation } from "react-i18next";
import { css } from "#styled/css";
import { auditActions } from "../../../contract/actions.ts";
import { auditOutcomes } from "../../../contract/audit.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { type AuditDraft, type AuditFilterName, type AuditTab, deviceOutcomes } from "./audit-params.ts";
import { actionWord } from "./log-row.ts";

const panel = css({ p: "4", borderWidth: "1px", borderColor: "line", borderRadius: "panel", bg: "surface" });
const grid = css({ display: "grid", gap: "4", gridTemplateColumns: "[repeat(auto-fill, minmax(min(11rem, 100%), 1fr))]" });
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "flex-end", gap: "2", marginTop: "4" });
const zone = css({ flex: "1", minWidth: "40", textStyle: "xs", color: "ink.muted" });

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
    <div className={panel} id="audit-filters">
      <div className={grid}>
        <TextField autoComplete="off" spellCheck={false} maxLength={254} {...field("actor")} />
        <SelectField options={[any, ...actions]} {...field("action")} />
        <SelectField options={[any, ...outcomes]} {...field("outcome")} />
        {tab === "all" ? <SelectField options={[any, { value: "true", label: t("filters.onlyAlerts") }]} {...field("alerts")} /> : null}
        <TextField type="date" max={draft.dateTo || undefined} {...field("dateFrom")} />
        <TextField type="date" min={draft.dateFrom || undefined} {...field("dateTo")} />
      </div>
      <div className={foot}>
        <p className={zone}>{t("filters.zone", { zone: format.zoneAt(now) })}</p>
        <Button onClick={onClear}>{t("filters.clear")}</Button>
        <Button kind="primary" type="submit">
          {t("filters.apply")}
        </Button>
      </div>
    </div>
  );
}
