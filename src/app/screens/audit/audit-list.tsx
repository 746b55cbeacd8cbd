/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the rows are laid out as grids, which takes the implied roles away. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef } from "react";
import { css, cx } from "#styled/css";
import { useTranslation } from "../../i18n/use-translation.ts";
import { observeInSight } from "../../ui/observe-in-sight.ts";
import { useRowHeight } from "../transactions/use-row-height.ts";
import { cells, headCell, listFrame, type LogOf, rowHeight, rowLook } from "./audit-grid.ts";
import { AuditRow, WaitingAuditRow } from "./audit-row.tsx";
import type { LogRow } from "./log-row.ts";

const scrollArea = css({
  maxHeight: "[max(24rem, calc(100dvh - 24rem))]",
  overflowY: "auto",
  overflowX: "hidden",
  overscrollBehavior: "contain",
  overflowAnchor: "none",
  _print: { maxHeight: "none", overflow: "visible" },
});
const table = css({ display: "block", textAlign: "start" });
const group = css({ display: "contents" });
const body = css({ display: "block", position: "relative", _print: { height: "auto!" } });
/** What is on paper is no more than was on the screen. */
const printed = css({ display: "none", px: "4", py: "2", textStyle: "sm", color: "ink.muted", _print: { display: "block" } });
const hidden = css({ position: "absolute", visibility: "hidden", width: "px" });
const headHeight = 36;

const columns = {
  host: ["at", "actor", "action", "target", "outcome", "address"],
  device: ["at", "actor", "action", "target", "outcome"],
} as const;

interface AuditListProps {
  of: LogOf;
  total: number;
  /** Undefined: not here yet. */
  rowAt: (place: number) => LogRow | undefined;
  busy: boolean;
  onRange: (first: number, last: number) => void;
  onOpen: (key: string) => void;
}

/** The virtual table of the log: some dozens of rows in the DOM, however many there are. */
export function AuditList({ of, total, rowAt, busy, onRange, onOpen }: AuditListProps) {
  const { t } = useTranslation("audit");
  const area = useRef<HTMLDivElement>(null);
  const { probe, height } = useRowHeight();
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
  useEffect(() => onRange(startIndex, endIndex), [onRange, startIndex, endIndex]);
  return (
    <div className={listFrame}>
      <p className={printed}>{t("list.printed")}</p>
      <div ref={probe} className={cx(hidden, rowHeight)} />
      <div ref={area} className={scrollArea} role="group" aria-label={t("list.label")}>
        <table role="table" className={table} aria-label={t("list.label")} aria-rowcount={total + 1} aria-busy={busy}>
          <thead role="rowgroup" className={group}>
            <tr role="row" aria-rowindex={1} className={rowLook({ is: "head", of })}>
              {columns[of].map((column) => (
                <th key={column} role="columnheader" scope="col" className={cx(cells[column], headCell)}>
                  {t(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className={body} style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const row = rowAt(index);
              return row ? (
                <AuditRow key={row.key} of={of} row={row} rowIndex={index + 2} top={start - headHeight} onOpen={onOpen} />
              ) : (
                <WaitingAuditRow of={of} key={`waiting ${index}`} top={start - headHeight} />
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}
