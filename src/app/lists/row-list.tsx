/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the rows are laid out as grids, which takes the implied roles away. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactElement, useEffect, useLayoutEffect, useRef } from "react";
import { css, cx } from "#styled/css";
import { printedNote } from "./row-frame.ts";
import { useRowFocus } from "./use-row-focus.ts";
import { useRowHeight } from "./use-row-height.ts";
import { listFrame } from "../ui/list-frame.ts";
import { observeInSight } from "../ui/observe-in-sight.ts";
import { withUniqueKeys } from "../ui/with-unique-keys.ts";

const scrollArea = css({
  overflowY: "auto",
  overflowX: "hidden",
  overscrollBehavior: "contain",
  overflowAnchor: "none",
  // Whatever gets the focus stays clear of the sticky head.
  scrollPaddingTop: "9",
  _print: { maxHeight: "none!", overflow: "visible" },
});
const table = css({ display: "block", textAlign: "start" });
const group = css({ display: "contents" });
const body = css({ display: "block", position: "relative", _print: { height: "auto!" } });
const hidden = css({ position: "absolute", visibility: "hidden", width: "px" });
/** Same weight for every header, whatever its column's cells use. */
const headCell = css({ fontWeight: "medium!", color: "ink.muted!" });
const headHeight = 36;

interface RowListProps {
  label: string;
  /** Printed above the rows: they are those that were on screen. */
  printed: string;
  /** Makes the list focusable: rows without a link or a button can't be scrolled by keyboard otherwise. */
  isTabStop?: boolean;
  total: number;
  busy: boolean;
  columns: readonly { readonly words: string; readonly className: string }[];
  /** Classes for the header, the scroll area's height and a row's height; a probe with the last is measured. */
  looks: { readonly head: string; readonly area: string; readonly rowHeight: string };
  /** Called with the visible row indexes whenever they change. */
  onRange?: (first: number, last: number) => void;
  /** Renders the row at an index, `top` px below the list's top. */
  renderRow: (place: number, top: number) => ReactElement | null;
}

/** Virtual table whose rows lay out their own columns: a few dozen in the DOM, however many there are. */
export function RowList({ label, printed, isTabStop = false, total, busy, columns, looks, onRange, renderRow }: RowListProps) {
  const area = useRef<HTMLDivElement>(null);
  const { probe, height } = useRowHeight();
  const onFocus = useRowFocus(area);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which would skip this hook, is not used
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => area.current,
    estimateSize: () => height,
    overscan: 8,
    observeElementRect: observeInSight,
    scrollMargin: headHeight,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  useEffect(() => onRange?.(startIndex, endIndex), [onRange, startIndex, endIndex]);
  return (
    <div className={listFrame}>
      <p className={printedNote}>{printed}</p>
      <div ref={probe} className={cx(hidden, looks.rowHeight)} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- where no row has a link, the keys scroll it all the same */}
      <div ref={area} tabIndex={isTabStop ? 0 : -1} className={cx(scrollArea, looks.area)} role="group" aria-label={label}>
        <table role="table" className={table} aria-label={label} aria-rowcount={total + 1} aria-busy={busy}>
          <thead role="rowgroup" className={group}>
            <tr role="row" aria-rowindex={1} className={looks.head}>
              {columns.map(({ words, className }) => (
                <th key={words} role="columnheader" scope="col" className={cx(className, headCell)}>
                  {words}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className={body} style={{ height: virtualizer.getTotalSize() }} onFocus={onFocus}>
            {withUniqueKeys(virtualizer.getVirtualItems().map(({ index, start }) => renderRow(index, start - headHeight)))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
