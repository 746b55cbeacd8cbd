import { useTranslation } from "react-i18next";
import { css } from "#styled/css";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { UserFilterDraft, UserFilterName } from "./users-params.ts";

const panel = css({ p: "4", borderWidth: "1px", borderColor: "line", borderRadius: "panel", bg: "surface" });
const grid = css({ display: "grid", gap: "4", gridTemplateColumns: "[repeat(auto-fill, minmax(min(10rem, 100%), 1fr))]" });
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "flex-end", gap: "2", marginTop: "4" });
const zone = css({ flex: "1", minWidth: "40", textStyle: "xs", color: "ink.muted" });

interface UsersFilterPanelProps {
  draft: UserFilterDraft;
  onChange: (name: UserFilterName, value: string) => void;
  onClear: () => void;
}

/** Every filter but the search; nothing is asked for before "Apply Filters" (USER-5). Stands in the list's form. */
export function UsersFilterPanel({ draft, onChange, onClear }: UsersFilterPanelProps) {
  const { t } = useTranslation(["users", "common"]);
  const format = useFormat();
  const now = useNow();
  const any = { value: "", label: t("common:any") };
  const yesOrNo = [any, { value: "true", label: t("common:yes") }, { value: "false", label: t("common:no") }];
  const levels = [any, ...["0", "1", "2"].map((value) => ({ value, label: value }))];
  const field = (name: Exclude<UserFilterName, "q">) => ({
    label: t(`filters.${name}`),
    value: draft[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  return (
    <div className={panel} id="users-filters">
      <div className={grid}>
        <SelectField options={levels} {...field("kycLevel")} />
        <SelectField options={yesOrNo} {...field("emailVerified")} />
        <SelectField options={yesOrNo} {...field("bvnVerified")} />
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
