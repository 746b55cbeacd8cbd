import type { ReactNode } from "react";
import { css } from "#styled/css";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { DataTable } from "../ui/data-table.tsx";

const fields = css({
  display: "grid",
  gap: "4",
  gridTemplateColumns: "[repeat(auto-fill, minmax(min(13rem, 100%), 1fr))]",
  marginBottom: "4",
});
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "flex-end", gap: "3", marginTop: "4" });
const note = css({ textStyle: "sm", color: "ink.muted", marginInlineEnd: "auto" });

/** Labels of a file's columns: `unnamed` if the header is empty, numbered if it has a name twice. */
export const columnNames = (head: readonly string[], width: number, unnamed: (place: number) => string): readonly string[] =>
  Array.from({ length: width }, (_, at) => {
    const name = head[at];
    if (!name) return unnamed(at + 1);
    return head.indexOf(name) === head.lastIndexOf(name) ? name : `${name} (${at + 1})`;
  });

interface ColumnFieldProps {
  label: string;
  /** Label of the option for no column. */
  none: string;
  names: readonly string[];
  /** 0-based. */
  place: number | undefined;
  onPlace: (place: number | undefined) => void;
}

/** Selects the file column for what `label` says. */
export const ColumnField = ({ label, none, names, place, onPlace }: ColumnFieldProps) => (
  <SelectField
    label={label}
    value={place === undefined ? "" : String(place)}
    options={[{ value: "", label: none }, ...names.map((name, at) => ({ value: String(at), label: name }))]}
    onChange={({ target: { value } }) => onPlace(value === "" ? undefined : Number(value))}
  />
);

interface FileColumnsProps {
  title: string;
  description: string;
  names: readonly string[];
  /** First lines of the file. */
  sample: readonly { readonly line: number; readonly cells: readonly string[] }[];
  sampleLabel: string;
  /** What is still to be chosen; undefined if nothing. */
  toChoose: string | undefined;
  /** Shown beside the button once nothing is left to choose. */
  remark?: string;
  submit: string;
  busy: boolean;
  onSubmit: () => void;
  /** The column selects. */
  children: ReactNode;
}

/** Guessed meaning of each column of a file, to be corrected, above the file's first lines. */
export function FileColumns(props: FileColumnsProps) {
  const { title, description, names, sample, sampleLabel, toChoose, remark, submit, busy, onSubmit, children } = props;
  return (
    <Card title={title} description={description}>
      <div className={fields}>{children}</div>
      <DataTable
        label={sampleLabel}
        rows={sample}
        keyOf={({ line }) => line}
        columns={names.map((label, at) => ({ label, render: ({ cells }: (typeof sample)[number]) => cells[at] ?? "" }))}
      />
      <div className={foot}>
        <p className={note} role="status">
          {toChoose ?? remark}
        </p>
        <Button kind="primary" busy={busy} off={toChoose} onClick={onSubmit}>
          {submit}
        </Button>
      </div>
    </Card>
  );
}
