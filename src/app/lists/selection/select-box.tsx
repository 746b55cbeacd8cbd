/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the rows are laid out as grids, which takes the implied roles away. */
import { useSyncExternalStore } from "react";
import { css, cx } from "#styled/css";
import { useObservable } from "../../data/use-observable.ts";
import { useTranslation } from "../../words/use-translation.ts";
import type { Selected, Selection } from "./selection.ts";
import { extendTo, type SelectableList } from "./selection-keys.ts";

/** Lies behind the row's cells to colour the row; the checkbox sits in the gutter and takes no column width. */
const cell = css({
  position: "absolute",
  inset: "0",
  zIndex: "-1",
  p: "0",
  display: "block",
  _print: { display: "none" },
});
const chosen = css({ bg: "accent.soft" });
/** Lies above cells that reach into the gutter; such a row colours itself. */
const overCell = css({
  position: "absolute",
  inset: "0",
  p: "0",
  display: "block",
  pointerEvents: "none",
  "& > *": { pointerEvents: "auto" },
  _print: { display: "none" },
});

/** The box is drawn in CSS; its hit area is as high as the row. */
const boxLook = css({
  appearance: "none",
  display: "grid",
  placeItems: "center",
  position: "absolute",
  insetBlock: "0",
  insetInlineStart: "0",
  width: "4",
  height: "full",
  m: "0",
  cursor: "pointer",
  "[data-selecting] &": { width: "9", _touch: { width: "control" } },
  "[role=group]:not([data-selecting]) [role=row]:not(:hover, :focus-within) &": { opacity: "0" },
  "[role=group]:not([data-selecting]) &": { _before: { width: "3", height: "3" } },
  _touch: { "[role=group]:not([data-selecting]) &": { display: "none" } },
  _focusVisible: { outlineOffset: "-2px" },
  // On paper a row's cell goes: a box in the head would hold a column of its own.
  _print: { display: "none" },
  _before: {
    content: '""',
    gridArea: "[1 / 1]",
    width: "3.5",
    height: "3.5",
    borderWidth: "1px",
    borderColor: "line.strong",
    borderRadius: "4px",
    bg: "surface",
    boxSizing: "border-box",
  },
  _after: {
    gridArea: "[1 / 1]",
    width: "2.5",
    height: "2.5",
    bg: "accent.on",
    forcedColorAdjust: "none",
    clipPath: "[polygon(14% 44%, 0 65%, 50% 100%, 100% 16%, 80% 0, 43% 62%)]",
  },
  _checked: { _before: { bg: "accent", borderColor: "accent" }, _after: { content: '""' } },
  _indeterminate: {
    _before: { bg: "accent", borderColor: "accent" },
    _after: { content: '""', clipPath: "[inset(40% 0)]" },
  },
});

interface RowBoxProps {
  list: SelectableList;
  row: Selected;
  /** Accessible name of the checkbox. */
  label: string;
  /** In the tab order until another row has had the focus. */
  first: boolean;
  /** The row's cells reach into the gutter. */
  over?: boolean;
}

/** One row's checkbox; re-renders only when its own state changes. */
export function RowBox({ list, row, label, first, over = false }: RowBoxProps) {
  const { selection } = list;
  const checked = useSyncExternalStore(selection.version.subscribe, () => selection.has(row.id));
  const isCursor = useSyncExternalStore(selection.cursor.subscribe, () => (selection.cursor.get() ?? (first ? row.id : "")) === row.id);
  return (
    <td role="cell" className={over ? overCell : cx(cell, checked && chosen)}>
      <input
        type="checkbox"
        className={boxLook}
        aria-label={label}
        checked={checked}
        tabIndex={isCursor ? 0 : -1}
        onChange={({ nativeEvent }) => {
          if ("shiftKey" in nativeEvent && nativeEvent.shiftKey === true) extendTo(list, row);
          else selection.toggle(row);
        }}
      />
    </td>
  );
}

/** Whether all of the list's rows are selected, or only some rows, perhaps of other pages. */
function useExtent(selection: Selection, isAll: () => boolean): "all" | "some" | "none" {
  useObservable(selection.version);
  return selection.size === 0 ? "none" : isAll() ? "all" : "some";
}

interface HeadBoxProps {
  list: SelectableList;
  /** Look of its cell. */
  className: string;
  /** Whether all rows that the box selects are selected. */
  isAll: () => boolean;
}

/** Header checkbox: selects the list's loaded rows, or clears the selection. */
export function HeadBox({ list, className, isAll }: HeadBoxProps) {
  const { t } = useTranslation("selection");
  const extent = useExtent(list.selection, isAll);
  return (
    <td role="cell" className={className}>
      <input
        type="checkbox"
        className={boxLook}
        aria-label={t("all")}
        checked={extent === "all"}
        ref={(box) => {
          if (box) box.indeterminate = extent === "some";
        }}
        onChange={() => (extent === "all" ? list.selection.clear() : list.selectAll())}
      />
    </td>
  );
}
