import { type RefObject, useEffect, useLayoutEffect, useMemo } from "react";
import { ColumnBorders } from "../../../lists/columns/column-borders.tsx";
import { useColumnChoice } from "../../../lists/columns/use-column-choice.ts";
import { hasWidths, shownOf, widthOf } from "../../../lists/columns/column-choice.ts";
import type { ColumnChoice } from "../../../data/use-kept-columns.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { type ColumnLayout, type ColumnName, columnNames } from "../column-names.ts";
import { transactionColumns } from "./columns.ts";

/** Column gap in row-grid.ts, in px. */
const columnGap = 12;

/** Default grid tracks, as in row-grid.ts. */
const usualTracks: Record<ColumnName, string> = {
  user: "minmax(6.75rem, 1.3fr)",
  type: "minmax(7.25rem, 0.8fr)",
  detail: "minmax(7rem, 1.6fr)",
  amount: "minmax(9.5rem, 1.1fr)",
  status: "6.75rem",
  reference: "7.75rem",
  date: "6.25rem",
};

/** The grid of a choice: chosen widths are shares, so the columns fit at any width, and as blocks where they don't. */
function gridOf(choice: ColumnChoice): { columns: string; areas: string } {
  const shown = shownOf(transactionColumns, choice);
  const tracks = transactionColumns
    .filter(({ name }) => shown.includes(name))
    .map((column) => [column.name, hasWidths(choice) ? trackOf(widthOf(column, choice)) : usualTracks[column.name]] as const);
  const byName = new Map(tracks);
  const columns = shown.map((name) => byName.get(name) ?? "");
  // With only fixed-width columns, the row menu takes the rest.
  const last = columns.some((track) => track.includes("fr")) ? "2rem" : "minmax(2rem, 1fr)";
  return { columns: [...columns, last].join(" "), areas: `"${[...shown, "actions"].join(" ")}"` };
}

const trackOf = (width: number): string => `minmax(min(4rem, ${width}px), ${width}fr)`;

interface TransactionColumnsProps {
  /** The list's scrolling area, whose rows use its custom properties. */
  area: RefObject<HTMLElement | null>;
  choice: ColumnChoice | undefined;
  onLayout: (layout: ColumnLayout | undefined) => void;
}

/** Lays out the list's columns as chosen by the admin, and draws the borders between them (FIND-3). */
export function TransactionColumns({ area, choice: kept, onLayout }: TransactionColumnsProps) {
  const { t } = useTranslation(["columns", "transactions"]);
  const { choice, show, keep } = useColumnChoice("transactions", kept);

  // Before the rows are painted.
  useLayoutEffect(() => {
    const style = area.current?.style;
    if (!style) return;
    const grid = choice && gridOf(choice);
    for (const name of ["columns", "areas"] as const) {
      if (grid) style.setProperty(`--${name}`, grid[name]);
      else style.removeProperty(`--${name}`);
    }
  }, [area, choice]);

  // Re-render rows only for another order, not while a border moves.
  const shown = shownOf(transactionColumns, choice).join(" ");
  const order = useMemo(() => shown.split(" ").flatMap((name) => columnNames.find((known) => known === name) ?? []), [shown]);
  useLayoutEffect(() => {
    onLayout({
      order,
      borders: (
        <ColumnBorders
          columns={transactionColumns}
          choice={choice}
          shown={order}
          labelOf={(name) => t(`transactions:columns.${name}`)}
          gap={columnGap}
          onMove={(moved, isOver) => (isOver ? keep(moved) : show(moved))}
        />
      ),
    });
  }, [onLayout, order, choice, show, keep, t]);
  useEffect(() => () => onLayout(undefined), [onLayout]);
  return null;
}
