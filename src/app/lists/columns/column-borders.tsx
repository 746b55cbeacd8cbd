/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- `display` takes a cell's implied role away; a separator that takes the focus is a control: the window splitter of the ARIA practices. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { css } from "#styled/css";
import type { ColumnChoice } from "../../../db/desk/columns.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { type Column, narrowest, widthOf, withBorderMoved } from "./column-choice.ts";

const look = css({
  position: "absolute",
  top: "0",
  bottom: "0",
  width: "2.5",
  cursor: "col-resize",
  touchAction: "none",
  userSelect: "none",
  opacity: "0",
  "[role=row]:hover &": { opacity: "1" },
  _focusVisible: { opacity: "1" },
  _active: { opacity: "1" },
  _before: { content: '""', position: "absolute", insetBlock: "0", insetInlineStart: "1", width: "px", bg: "line.strong" },
  _print: { display: "none" },
});

const place = css({ display: "contents", "@container (max-width: 59.99rem)": { display: "none" } });
/** Half of a border's width, in px. */
const half = 5;

/** px per arrow key press. */
const step = 16;

export interface ColumnBordersProps<Name extends string> {
  columns: readonly Column<Name>[];
  choice: ColumnChoice | undefined;
  /** The visible columns, in order; their headers are the row's `th` elements. */
  shown: readonly Name[];
  labelOf: (name: Name) => string;
  /** Gap between two columns, in px. */
  gap: number;
  /** Called while the border moves, and with `isOver` when it stops. */
  onMove: (choice: ColumnChoice | undefined, isOver: boolean) => void;
}

interface Drag {
  readonly from: number;
  readonly measured: Readonly<Record<string, number>>;
}

/** Header widths in a border's row, by column. */
function measure(border: Element, shown: readonly string[]): Readonly<Record<string, number>> {
  const heads = [...(border.closest("tr")?.querySelectorAll("th") ?? [])];
  return Object.fromEntries(shown.map((name, place) => [name, Math.round(heads[place]?.getBoundingClientRect().width ?? narrowest)]));
}

/** Border between two columns, moved by the pointer or the arrow keys. `left`: px from the row's start. */
function ColumnBorder<Name extends string>({
  columns,
  choice,
  shown,
  labelOf,
  onMove,
  name,
  after,
  left,
}: ColumnBordersProps<Name> & { name: Name; after: Name; left: number }) {
  const { t } = useTranslation("columns");
  const [drag, setDrag] = useState<Drag>();
  const share = (one: Name): number => {
    const column = columns.find((known) => known.name === one);
    return column ? widthOf(column, choice ?? { order: [], hidden: [], widths: {} }) : narrowest;
  };
  const move = (measured: Drag["measured"], by: number, isOver: boolean): void =>
    onMove(withBorderMoved(columns, choice, measured, [name, after], by), isOver);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = { ArrowLeft: -step, ArrowRight: step, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(measure(event.currentTarget, shown), by, true);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: event.clientX, measured: measure(event.currentTarget, shown) });
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t("border", { before: labelOf(name), after: labelOf(after) })}
      aria-valuenow={Math.round(share(name))}
      aria-valuemin={narrowest}
      aria-valuemax={Math.round(share(name) + share(after) - narrowest)}
      className={look}
      style={{ left }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        if (drag) move(drag.measured, event.clientX - drag.from, false);
      }}
      onPointerUp={(event) => {
        if (drag) move(drag.measured, event.clientX - drag.from, true);
        setDrag(undefined);
      }}
      onPointerCancel={() => {
        if (drag) onMove(choice, true);
        setDrag(undefined);
      }}
    />
  );
}

/** Where the header of each shown column ends, in px from the row's start; follows their widths. */
function useEnds(shown: readonly string[]): { ref: RefObject<HTMLTableCellElement | null>; ends: readonly number[] } {
  const ref = useRef<HTMLTableCellElement>(null);
  const [ends, setEnds] = useState<readonly number[]>([]);
  useLayoutEffect(() => {
    const row = ref.current?.closest("tr");
    if (!row) return;
    const heads = [...row.querySelectorAll("th")].slice(0, shown.length);
    const measureEnds = (): void => {
      const { left } = row.getBoundingClientRect();
      const next = heads.map((head) => Math.round(head.getBoundingClientRect().right - left));
      setEnds((before) => (before.join(" ") === next.join(" ") ? before : next));
    };
    measureEnds();
    const observer = new ResizeObserver(measureEnds);
    for (const one of [row, ...heads]) observer.observe(one);
    return () => observer.disconnect();
  }, [shown]);
  return { ref, ends };
}

/**
 * The borders between a table's columns (FIND-3), in their own cell at the end of the header row: inside the headers
 * they would be part of the columns' names.
 */
export function ColumnBorders<Name extends string>(props: ColumnBordersProps<Name>) {
  const { shown, gap } = props;
  const { ref, ends } = useEnds(shown);
  return (
    <td ref={ref} role="cell" className={place}>
      {shown.slice(0, -1).map((name, at) => {
        const after = shown[at + 1];
        return after === undefined ? null : (
          <ColumnBorder key={name} {...props} name={name} after={after} left={(ends[at] ?? 0) + gap / 2 - half} />
        );
      })}
    </td>
  );
}
