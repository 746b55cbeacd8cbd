import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { FilterFields } from "../../ui/filter-fields.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { UserFilterDraft, UserFilterName } from "./users-params.ts";

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
    <FilterFields
      id="users-filters"
      zone={t("filters.zone", { zone: format.zoneAt(now) })}
      clear={t("filters.clear")}
      apply={t("filters.apply")}
      onClear={onClear}
    >
      <SelectField options={levels} {...field("kycLevel")} />
      <SelectField options={yesOrNo} {...field("emailVerified")} />
      <SelectField options={yesOrNo} {...field("bvnVerified")} />
      <TextField type="date" max={draft.dateTo || undefined} {...field("dateFrom")} />
      <TextField type="date" min={draft.dateFrom || undefined} {...field("dateTo")} />
    </FilterFields>
  );
}
