import { fundCurrencies } from "../../../../contract/currencies.ts";
import { transactionTypes } from "../../../../contract/transaction-kinds.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useNow } from "../../../format/use-now.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { ColumnField, columnNames, FileColumns } from "../../../parts/file-columns.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { Opened } from "./reconciler.ts";
import { decimalMarks } from "../../../csv/figures.ts";
import { dateOrders } from "./days.ts";
import { type Mapping, missingIn } from "./mapping.ts";
import { verbatim } from "../../../ui/verbatim.ts";
import { upperCase } from "../../../ui/upper-case.ts";

interface ColumnsProps {
  table: Extract<Opened, { is: "table" }>;
  mapping: Mapping;
  remembered: boolean;
  /** Type of transactions the statement should contain in full; "" for all types. */
  type: string;
  busy: boolean;
  onType: (type: string) => void;
  onChange: (mapping: Mapping) => void;
  onCompare: () => void;
}

/** Guessed meaning of each column of a statement, to be corrected, above its first lines. */
export function Columns({ table, mapping, remembered, type, busy, onType, onChange, onCompare }: ColumnsProps) {
  const { t } = useTranslation(["reconcile", "transactions"]);
  const format = useFormat();
  const now = useNow();
  const missing = missingIn(mapping);
  const toChoose = missing.length > 0 ? t("toChoose", { what: missing.map((name) => t(`columns.${name}`)).join(", ") }) : undefined;
  const names = columnNames(table.head, table.head.length, (place) => t("columns.unnamed", { place }));
  const column = (name: "reference" | "date" | "amount" | "credit" | "debit" | "side" | "currency") => (
    <ColumnField
      label={t(`columns.${name}`)}
      none={t("columns.none")}
      names={names}
      place={mapping[name]}
      onPlace={(place) => onChange({ ...mapping, [name]: place })}
    />
  );
  const twoWays = (isOpen: boolean) => (isOpen ? t("twoWays") : undefined);
  return (
    <FileColumns
      title={t("columns.title")}
      description={t("columns.lines", { count: table.count, shown: format.number(String(table.count)) })}
      names={names}
      sample={table.sample}
      sampleLabel={t("columns.sample")}
      toChoose={toChoose}
      remark={`${remembered ? `${t("columns.remembered")}. ` : ""}${t("zone", { zone: format.zoneAt(now) })}`}
      submit={t("compare")}
      busy={busy}
      onSubmit={onCompare}
    >
      {column("date")}
      {column("reference")}
      {column("amount")}
      {mapping.amount === undefined ? column("credit") : null}
      {mapping.amount === undefined ? column("debit") : null}
      {mapping.amount === undefined ? null : column("side")}
      {column("currency")}
      {mapping.currency === undefined ? (
        <TextField
          label={t("columns.onlyCurrency")}
          value={mapping.onlyCurrency}
          list="statement-currencies"
          {...verbatim}
          autoCapitalize="characters"
          maxLength={20}
          onChange={({ target }) => onChange({ ...mapping, onlyCurrency: upperCase(target).trim() })}
        />
      ) : null}
      <SelectField
        label={t("columns.dateOrder")}
        hint={twoWays(mapping.dateOrder === "")}
        value={mapping.dateOrder}
        options={[{ value: "", label: t("columns.choose") }, ...dateOrders.map((value) => ({ value, label: t(`orders.${value}`) }))]}
        onChange={({ target }) => onChange({ ...mapping, dateOrder: dateOrders.find((one) => one === target.value) ?? "" })}
      />
      <SelectField
        label={t("columns.decimalMark")}
        hint={twoWays(mapping.decimalMark === "")}
        value={mapping.decimalMark}
        options={[
          { value: "", label: t("columns.choose") },
          { value: ".", label: t("marks.point") },
          { value: ",", label: t("marks.comma") },
        ]}
        onChange={({ target }) => onChange({ ...mapping, decimalMark: decimalMarks.find((one) => one === target.value) ?? "" })}
      />
      <SelectField
        label={t("type")}
        value={type}
        options={[
          { value: "", label: t("types") },
          ...transactionTypes.map((value) => ({ value, label: t(`transactions:types.${value}`) })),
        ]}
        onChange={({ target }) => onType(target.value)}
      />
      <datalist id="statement-currencies">
        {["NGN", ...fundCurrencies].map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </datalist>
    </FileColumns>
  );
}
