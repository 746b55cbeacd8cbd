import { fundCurrencies } from "../../../contract/currencies.ts";
import { bulkFields } from "../../../db/money/bulk/file-row.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { ColumnField, columnNames, FileColumns } from "../../parts/file-columns.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { decimalMarks } from "../../csv/figures.ts";
import { type Mapping, missingIn } from "./read-file.ts";
import type { BulkSource } from "./rehearsal.ts";

interface ColumnsCardProps {
  source: BulkSource;
  busy: boolean;
  onChange: (mapping: Mapping) => void;
  onRehearse: () => void;
}

/** Guessed meaning of each column of a file, to be corrected, above its first rows. */
export function ColumnsCard({ source: { opened, mapping }, busy, onChange, onRehearse }: ColumnsCardProps) {
  const { t } = useTranslation("rehearsal");
  const format = useFormat();
  const { places } = mapping;
  const missing = missingIn(mapping);
  const toChoose =
    missing.length > 0 ? t("columns.toChoose", { what: missing.map((field) => t(`fields.${field}`)).join(", ") }) : undefined;
  const names = columnNames(opened.head, opened.width, (place) => t("columns.unnamed", { place }));
  return (
    <FileColumns
      title={t("columns.title")}
      description={t("columns.rows", { count: opened.count, shown: format.number(opened.count) })}
      names={names}
      sample={opened.sample}
      sampleLabel={t("columns.sample")}
      toChoose={toChoose}
      submit={t("columns.rehearse")}
      busy={busy}
      onSubmit={onRehearse}
    >
      {bulkFields.map((field) => (
        <ColumnField
          key={field}
          label={t(`fields.${field}`)}
          none={t("columns.none")}
          names={names}
          place={places[field]}
          onPlace={(place) => onChange({ ...mapping, places: { ...places, [field]: place } })}
        />
      ))}
      {places.currency === undefined ? (
        <SelectField
          label={t("columns.onlyCurrency")}
          value={mapping.onlyCurrency}
          options={[{ value: "", label: t("columns.choose") }, ...fundCurrencies.map((value) => ({ value, label: value }))]}
          onChange={({ target }) => onChange({ ...mapping, onlyCurrency: target.value })}
        />
      ) : null}
      {places.operation === undefined ? (
        <SelectField
          label={t("columns.onlyOperation")}
          value={mapping.onlyOperation}
          options={[
            { value: "", label: t("columns.choose") },
            ...(["fund", "deduct"] as const).map((value) => ({ value, label: t(`operations.${value}`) })),
          ]}
          onChange={({ target: { value } }) => onChange({ ...mapping, onlyOperation: value === "fund" || value === "deduct" ? value : "" })}
        />
      ) : null}
      <SelectField
        label={t("columns.decimalMark")}
        hint={t("columns.decimalHint")}
        value={mapping.decimalMark}
        options={[
          { value: "", label: t("columns.byFigures") },
          { value: ".", label: t("columns.marks.point") },
          { value: ",", label: t("columns.marks.comma") },
        ]}
        onChange={({ target }) => onChange({ ...mapping, decimalMark: decimalMarks.find((one) => one === target.value) ?? "" })}
      />
    </FileColumns>
  );
}
