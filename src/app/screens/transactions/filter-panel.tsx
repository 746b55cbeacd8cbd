import { useTranslation } from "react-i18next";
import { css } from "#styled/css";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { FilterDraft, FilterName } from "./filter-params.ts";
import { optionsOf } from "./filter-words.ts";

const panel = css({ p: "4", borderWidth: "1px", borderColor: "line", borderRadius: "panel", bg: "surface" });
const grid = css({ display: "grid", gap: "4", gridTemplateColumns: "[repeat(auto-fill, minmax(min(11rem, 100%), 1fr))]" });
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "flex-end", gap: "2", marginTop: "4" });
const zone = css({ flex: "1", minWidth: "40", textStyle: "xs", color: "ink.muted" });

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
  const field = <Name extends Exclude<FilterName, "searchTerm">>(name: Name) => ({
    label: t(`filters.${name}`),
    value: draft[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  return (
    <div className={panel} id="filter-panel">
      <div className={grid}>
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
        <TextField type="number" step="any" min="0" inputMode="decimal" {...field("minAmount")} />
        <TextField type="number" step="any" min="0" inputMode="decimal" {...field("maxAmount")} />
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
