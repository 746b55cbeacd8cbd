import type { Key, ReactNode } from "react";
import { Table, TableBody, TableHead, type TableProps, Td, type TdProps, Th, Tr } from "./table.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

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

/** Keys in the rows' order; that of a row that a host has sent twice isn't repeated. */
function keysOf<Row>(rows: readonly Row[], keyOf: DataTableProps<Row>["keyOf"]): Key[] {
  const seen = new Set<Key>();
  return rows.map((row, place) => {
    const key = keyOf(row, place);
    const isTwice = seen.has(key);
    seen.add(key);
    return isTwice ? `${key} ${place}` : key;
  });
}

/** A `Table` of one row for each item, its columns each described once. */
export function DataTable<Row>({ rows, keyOf, columns, ...table }: DataTableProps<Row>) {
  const keys = keysOf(rows, keyOf);
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
        {rows.map((row, place) => (
          <Tr key={keys[place]}>
            {columns.map(({ label, render, titleOf, isUnnamed, ...look }) => (
              <Td key={label} {...look} {...(isUnnamed ? {} : { label })} title={titleOf?.(row)}>
                {render(row, place)}
              </Td>
            ))}
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
