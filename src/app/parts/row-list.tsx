/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the rows are laid out as grids, which takes the implied roles away. */
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { css, cx } from "#styled/css";
import { useRowHeight } from "../screens/transactions/use-row-height.ts";
import { observeInSight } from "../ui/observe-in-sight.ts";

const frame = css({
  position: "relative",
  containerType: "inline-size",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
  bg: "surface",
  overflow: "hidden",
});
const scrollArea = css({
  overflowY: "auto",
  overflowX: "hidden",
  overscrollBehavior: "contain",
  overflowAnchor: "none",
  _print: { maxHeight: "none!", overflow: "visible" },
});
const table = css({ display: "block", textAlign: "start" });
const group = css({ display: "contents" });
const body = css({ display: "block", position: "relative", _print: { height: "auto!" } });
/** What is on paper is no more than was on the screen. */
const printedLook = css({ display: "none", px: "4", py: "2", textStyle: "sm", color: "ink.muted", _print: { display: "block" } });
const hidden = css({ position: "absolute", visibility: "hidden", width: "px" });
/** Every column's name in the same weight, whatever its cells have. */
const headCell = css({ fontWeight: "medium!", color: "ink.muted!" });
const headHeight = 36;

interface RowListProps {
  label: string;
  /** What stands on paper above the rows. */
  printed: string;
  total: number;
  busy: boolean;
  columns: readonly { readonly words: string; readonly className: string }[];
  /** The looks of the head, of the scrolling area's height, and of a row's height: a probe with it is measured. */
  looks: { readonly head: string; readonly area: string; readonly rowHeight: string };
  /** The places in sight, told whenever they change. */
  onRange: (first: number, last: number) => void;
  /** Draws the row of a place, `top` px below the list's top. */
  renderRow: (place: number, top: number) => ReactNode;
}

/** The place of the row that an element stands in; undefined in the head. */
function placeOf(element: Element): number | undefined {
  const index = Number(element.closest("[aria-rowindex]")?.getAttribute("aria-rowindex"));
  return index >= 2 ? index - 2 : undefined;
}

/** A virtual table whose rows lay their own columns: some dozens of them in the DOM, however many there are. */
export function RowList({ label, printed, total, busy, columns, looks, onRange, renderRow }: RowListProps) {
  const area = useRef<HTMLDivElement>(null);
  const { probe, height } = useRowHeight();
  // The row that has the focus stays, however far it is scrolled out of sight: the keys would go to the page without it.
  const [focused, setFocused] = useState<number>();
  const rangeExtractor = useCallback(
    (range: Range): number[] =>
      focused === undefined || focused >= range.count
        ? defaultRangeExtractor(range)
        : [...new Set([...defaultRangeExtractor(range), focused])].sort((a, b) => a - b),
    [focused],
  );
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which would skip this hook, is not used
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => area.current,
    estimateSize: () => height,
    overscan: 8,
    rangeExtractor,
    observeElementRect: observeInSight,
    scrollMargin: headHeight,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  useEffect(() => onRange(startIndex, endIndex), [onRange, startIndex, endIndex]);
  return (
    <div className={frame}>
      <p className={printedLook}>{printed}</p>
      <div ref={probe} className={cx(hidden, looks.rowHeight)} />
      <div ref={area} className={cx(scrollArea, looks.area)} role="group" aria-label={label}>
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
          <tbody
            role="rowgroup"
            className={body}
            style={{ height: virtualizer.getTotalSize() }}
            onFocus={({ target }: FocusEvent) => setFocused(placeOf(target))}
            onBlur={() => setFocused(undefined)}
          >
            {virtualizer.getVirtualItems().map(({ index, start }) => renderRow(index, start - headHeight))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
