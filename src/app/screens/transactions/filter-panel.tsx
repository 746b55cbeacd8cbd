import { NumberField } from "../../figures/number-field.tsx";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { FilterFields } from "../../ui/filter-fields.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { FilterDraft, FilterName } from "./filter-params.ts";
import { optionsOf } from "./filter-words.ts";

type FieldName = Exclude<FilterName, "searchTerm">;

interface FilterPanelProps {
  draft: FilterDraft;
  onChange: (name: FilterName, value: string) => void;
  onClear: () => void;
}

/** Every filter but the search; nothing is asked for before "Apply Filters" (DASH-7). Stands in the list's form. */
export function FilterPanel({ draft, onChange, onClear }: FilterPanelProps) {
  const { t } = useTranslation(["transactions", "common"]);
  const format = useFormat();
  const now = useNow();
  const options = optionsOf(t);
  const label = (name: FieldName) => t(`filters.${name}`);
  const field = <Name extends FieldName>(name: Name) => ({
    label: label(name),
    value: draft[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  return (
    <FilterFields
      id="filter-panel"
      zone={t("filters.zone", { zone: format.zoneAt(now) })}
      clear={t("filters.clear")}
      apply={t("filters.apply")}
      onClear={onClear}
    >
      <TextField type="date" max={draft.dateTo || undefined} {...field("dateFrom")} />
      <TextField type="date" min={draft.dateFrom || undefined} {...field("dateTo")} />
      <SelectField options={options.transactionType} {...field("transactionType")} />
      <SelectField options={options.transactionStatus} {...field("transactionStatus")} />
      <SelectField options={options.userVerificationStatus} {...field("userVerificationStatus")} />
      <TextField
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        {...field("currency")}
        onChange={(event) => onChange("currency", event.target.value.toUpperCase())}
      />
      <TextField autoComplete="off" spellCheck={false} maxLength={200} {...field("bank")} />
      {(["minAmount", "maxAmount"] as const).map((name) => (
        <NumberField key={name} {...field(name)} onChange={(value) => onChange(name, value)} />
      ))}
    </FilterFields>
  );
}
