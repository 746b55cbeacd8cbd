import type { ReactNode } from "react";
import { css } from "#styled/css";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../ui/table.tsx";

const fields = css({
  display: "grid",
  gap: "4",
  gridTemplateColumns: "[repeat(auto-fill, minmax(min(13rem, 100%), 1fr))]",
  marginBottom: "4",
});
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "flex-end", gap: "3", marginTop: "4" });
const note = css({ textStyle: "sm", color: "ink.muted", marginInlineEnd: "auto" });

/** What the columns of a file are called: `unnamed` where the head has nothing, numbered where it has a name twice. */
export const columnNames = (head: readonly string[], width: number, unnamed: (place: number) => string): readonly string[] =>
  Array.from({ length: width }, (_, at) => {
    const name = head[at];
    if (!name) return unnamed(at + 1);
    return head.indexOf(name) === head.lastIndexOf(name) ? name : `${name} (${at + 1})`;
  });

interface ColumnFieldProps {
  label: string;
  /** What stands for no column. */
  none: string;
  names: readonly string[];
  /** From 0. */
  place: number | undefined;
  onPlace: (place: number | undefined) => void;
}

/** Which column of a file has what `label` says. */
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
  /** The file's first lines. */
  sample: readonly { readonly line: number; readonly cells: readonly string[] }[];
  sampleLabel: string;
  /** What is still to be chosen; undefined: nothing. */
  toChoose: string | undefined;
  /** Stands beside the button once nothing is left to choose. */
  remark?: string;
  submit: string;
  busy: boolean;
  onSubmit: () => void;
  /** The fields. */
  children: ReactNode;
}

/** What each column of a file says, guessed and to be corrected, above its first lines. */
export function FileColumns(props: FileColumnsProps) {
  const { title, description, names, sample, sampleLabel, toChoose, remark, submit, busy, onSubmit, children } = props;
  return (
    <Card title={title} description={description}>
      <div className={fields}>{children}</div>
      <Table label={sampleLabel}>
        <TableHead>
          {names.map((name) => (
            <Th key={name}>{name}</Th>
          ))}
        </TableHead>
        <TableBody>
          {sample.map(({ line, cells }) => (
            <Tr key={line}>
              {names.map((name, at) => (
                <Td key={name} label={name}>
                  {cells[at] ?? ""}
                </Td>
              ))}
            </Tr>
          ))}
        </TableBody>
      </Table>
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
