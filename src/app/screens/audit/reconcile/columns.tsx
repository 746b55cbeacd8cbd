import { css } from "#styled/css";
import { fundCurrencies } from "../../../../contract/currencies.ts";
import { transactionTypes } from "../../../../contract/transactions.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useNow } from "../../../format/use-now.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../../ui/table.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { Opened } from "./reconciler.ts";
import { dateOrders, decimalMarks, type Mapping, missingIn } from "./statement.ts";

const fields = css({
  display: "grid",
  gap: "4",
  gridTemplateColumns: "[repeat(auto-fill, minmax(min(13rem, 100%), 1fr))]",
  marginBottom: "4",
});
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "flex-end", gap: "3", marginTop: "4" });
const note = css({ textStyle: "sm", color: "ink.muted", marginInlineEnd: "auto" });

interface ColumnsProps {
  table: Extract<Opened, { is: "table" }>;
  mapping: Mapping;
  remembered: boolean;
  /** Of these transactions the statement should have all; empty: of every type. */
  type: string;
  busy: boolean;
  onType: (type: string) => void;
  onChange: (mapping: Mapping) => void;
  onCompare: () => void;
}

/** What each column of a statement says, guessed and to be corrected, above its first lines. */
export function Columns({ table, mapping, remembered, type, busy, onType, onChange, onCompare }: ColumnsProps) {
  const { t } = useTranslation(["reconcile", "transactions"]);
  const format = useFormat();
  const now = useNow();
  const missing = missingIn(mapping);
  const nameOf = (at: number): string => table.head[at] || t("columns.unnamed", { place: at + 1 });
  const places = table.head.map((_, at) => ({ value: String(at), label: nameOf(at) }));
  const column = (name: "reference" | "date" | "amount" | "credit" | "debit" | "currency") => ({
    label: t(`columns.${name}`),
    value: mapping[name] === undefined ? "" : String(mapping[name]),
    options: [{ value: "", label: t("columns.none") }, ...places],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      onChange({ ...mapping, [name]: value === "" ? undefined : Number(value) }),
  });
  const twoWays = (isOpen: boolean) => (isOpen ? t("twoWays") : undefined);
  return (
    <Card title={t("columns.title")} description={t("columns.lines", { count: table.count, shown: format.number(String(table.count)) })}>
      <div className={fields}>
        <SelectField {...column("date")} />
        <SelectField {...column("reference")} />
        <SelectField {...column("amount")} />
        {mapping.amount === undefined ? (
          <>
            <SelectField {...column("credit")} />
            <SelectField {...column("debit")} />
          </>
        ) : null}
        <SelectField {...column("currency")} />
        {mapping.currency === undefined ? (
          <TextField
            label={t("columns.onlyCurrency")}
            value={mapping.onlyCurrency}
            list="statement-currencies"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            onChange={({ target }) => onChange({ ...mapping, onlyCurrency: target.value.trim().toUpperCase() })}
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
      </div>
      <Table label={t("columns.sample")}>
        <TableHead>
          {table.head.map((_, at) => (
            <Th key={nameOf(at) + String(at)}>{nameOf(at)}</Th>
          ))}
        </TableHead>
        <TableBody>
          {table.sample.map(({ line, cells }) => (
            <Tr key={line}>
              {table.head.map((_, at) => (
                <Td key={nameOf(at) + String(at)} label={nameOf(at)}>
                  {cells[at] ?? ""}
                </Td>
              ))}
            </Tr>
          ))}
        </TableBody>
      </Table>
      <div className={foot}>
        <p className={note} role="status">
          {missing.length > 0
            ? t("toChoose", { what: missing.map((name) => t(`columns.${name}`)).join(", ") })
            : `${remembered ? `${t("columns.remembered")}. ` : ""}${t("zone", { zone: format.zoneAt(now) })}`}
        </p>
        <Button
          kind="primary"
          busy={busy}
          off={missing.length > 0 ? t("toChoose", { what: missing.map((name) => t(`columns.${name}`)).join(", ") }) : undefined}
          onClick={onCompare}
        >
          {t("compare")}
        </Button>
      </div>
    </Card>
  );
}
