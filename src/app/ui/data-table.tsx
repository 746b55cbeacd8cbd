import type { Key, ReactNode } from "react";
import { Table, TableBody, TableHead, type TableProps, Td, type TdProps, Th, Tr } from "./table.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";
import { withUniqueKeys } from "./with-unique-keys.ts";

export interface DataColumn<Row> extends Pick<TdProps, "align" | "kind" | "className"> {
  /** Name of the column, unlike the others'. */
  readonly label: string;
  readonly render: (row: Row, place: number) => ReactNode;
  /** A cell's tooltip. */
  readonly titleOf?: (row: Row) => string | undefined;
  /** Buttons: the name is for screen readers alone. */
  readonly isUnnamed?: boolean;
}

interface DataTableProps<Row> extends Pick<TableProps, "label" | "size"> {
  rows: readonly Row[];
  keyOf: (row: Row, place: number) => Key;
  columns: readonly DataColumn<Row>[];
}

/** A `Table` of one row for each item, its columns each described once. */
export function DataTable<Row>({ rows, keyOf, columns, ...table }: DataTableProps<Row>) {
  return (
    <Table {...table}>
      <TableHead>
        {columns.map(({ label, align, isUnnamed }) => (
          <Th key={label} {...(align && { align })}>
            {isUnnamed ? <VisuallyHidden>{label}</VisuallyHidden> : label}
          </Th>
        ))}
      </TableHead>
      <TableBody>
        {withUniqueKeys(
          rows.map((row, place) => (
            <Tr key={keyOf(row, place)}>
              {columns.map(({ label, render, titleOf, isUnnamed, ...look }) => (
                <Td key={label} {...look} {...(isUnnamed ? {} : { label })} title={titleOf?.(row)}>
                  {render(row, place)}
                </Td>
              ))}
            </Tr>
          )),
        )}
      </TableBody>
    </Table>
  );
}
