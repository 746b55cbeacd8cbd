/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a separator that takes the focus is a control: the window splitter of the ARIA practices. */
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { css } from "#styled/css";
import type { ColumnChoice } from "../../db/columns.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { type Column, narrowest, widthOf, withBorderMoved } from "./column-choice.ts";

const look = css({
  position: "absolute",
  top: "0",
  bottom: "0",
  insetEnd: "-2.5",
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

/** An arrow key moves a border by so many px. */
const step = 16;

export interface ColumnBorderProps<Name extends string> {
  columns: readonly Column<Name>[];
  choice: ColumnChoice | undefined;
  /** The columns that are shown, in order; their heads are the row's `th`, in that order. */
  shown: readonly Name[];
  /** The column before the border. */
  name: Name;
  /** The names of both columns, for people. */
  labels: { readonly before: string; readonly after: string };
  /** What is chosen while the border moves, and once it rests. */
  onMove: (choice: ColumnChoice | undefined, isOver: boolean) => void;
}

interface Drag {
  readonly from: number;
  readonly measured: Readonly<Record<string, number>>;
}

/** The widths of the heads in a border's row, by column. */
function measure(border: Element, shown: readonly string[]): Readonly<Record<string, number>> {
  const heads = [...(border.closest("tr")?.querySelectorAll("th") ?? [])];
  return Object.fromEntries(shown.map((name, place) => [name, Math.round(heads[place]?.getBoundingClientRect().width ?? narrowest)]));
}

/** The border between a column and the next one, moved by the pointer or the arrow keys (FIND-3). */
export function ColumnBorder<Name extends string>({ columns, choice, shown, name, labels, onMove }: ColumnBorderProps<Name>) {
  const { t } = useTranslation("columns");
  const [drag, setDrag] = useState<Drag>();
  const after = shown[shown.indexOf(name) + 1];
  if (after === undefined) return null;
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
      aria-label={t("border", labels)}
      aria-valuenow={Math.round(share(name))}
      aria-valuemin={narrowest}
      aria-valuemax={Math.round(share(name) + share(after) - narrowest)}
      className={look}
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
