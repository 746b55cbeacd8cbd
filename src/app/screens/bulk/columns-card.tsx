import { css } from "#styled/css";
import { fundCurrencies } from "../../../contract/currencies.ts";
import { type BulkField, bulkFields } from "../../../db/money/bulk/file-row.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../ui/table.tsx";
import { decimalMarks } from "../audit/reconcile/statement.ts";
import { type Mapping, missingIn } from "./read-file.ts";
import type { BulkSource } from "./rehearsal.ts";

const fields = css({
  display: "grid",
  gap: "4",
  gridTemplateColumns: "[repeat(auto-fill, minmax(min(13rem, 100%), 1fr))]",
  marginBottom: "4",
});
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "flex-end", gap: "3", marginTop: "4" });
const note = css({ textStyle: "sm", color: "ink.muted", marginInlineEnd: "auto" });

interface ColumnsCardProps {
  source: BulkSource;
  busy: boolean;
  onChange: (mapping: Mapping) => void;
  onRehearse: () => void;
}

/** What each column of a file is, guessed and to be corrected, above its first rows. */
export function ColumnsCard({ source: { opened, mapping }, busy, onChange, onRehearse }: ColumnsCardProps) {
  const { t } = useTranslation("rehearsal");
  const format = useFormat();
  const { places } = mapping;
  const missing = missingIn(mapping);
  const toChoose =
    missing.length > 0 ? t("columns.toChoose", { what: missing.map((field) => t(`fields.${field}`)).join(", ") }) : undefined;
  const all = Array.from({ length: opened.width }, (_, at) => ({ at, name: opened.head[at] || t("columns.unnamed", { place: at + 1 }) }));
  const column = (field: BulkField) => (
    <SelectField
      key={field}
      label={t(`fields.${field}`)}
      value={places[field] === undefined ? "" : String(places[field])}
      options={[{ value: "", label: t("columns.none") }, ...all.map(({ at, name }) => ({ value: String(at), label: name }))]}
      onChange={({ target: { value } }) =>
        onChange({ ...mapping, places: { ...places, [field]: value === "" ? undefined : Number(value) } })
      }
    />
  );
  return (
    <Card title={t("columns.title")} description={t("columns.rows", { count: opened.count, shown: format.number(opened.count) })}>
      <div className={fields}>
        {bulkFields.map(column)}
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
            onChange={({ target: { value } }) =>
              onChange({ ...mapping, onlyOperation: value === "fund" || value === "deduct" ? value : "" })
            }
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
      </div>
      <Table label={t("columns.sample")}>
        <TableHead>
          {all.map(({ at, name }) => (
            <Th key={at}>{name}</Th>
          ))}
        </TableHead>
        <TableBody>
          {opened.sample.map(({ line, cells }) => (
            <Tr key={line}>
              {all.map(({ at, name }) => (
                <Td key={at} label={name}>
                  {cells[at] ?? ""}
                </Td>
              ))}
            </Tr>
          ))}
        </TableBody>
      </Table>
      <div className={foot}>
        <p className={note} role="status">
          {toChoose}
        </p>
        <Button kind="primary" busy={busy} off={toChoose} onClick={onRehearse}>
          {t("columns.rehearse")}
        </Button>
      </div>
    </Card>
  );
}
