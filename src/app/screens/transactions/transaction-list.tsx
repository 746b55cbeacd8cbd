/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the rows are laid out as grids, which takes the implied roles away. */
import { Suspense, lazy, useCallback, useRef, useState } from "react";
import { css } from "#styled/css";
import type { TransactionReader } from "../../../sync/transactions/transaction-reader.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useStanding } from "../../state/standing.tsx";
import { useKeptColumns } from "../../data/use-kept-columns.ts";
import { useObservable } from "../../data/use-observable.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { ArrowUp } from "../../ui/icons.tsx";
import type { ColumnLayout } from "./column-names.ts";
import { firstRow } from "./first-row.ts";
import { ListFoot } from "./list-foot.tsx";
import { ListHead } from "./list-head.tsx";
import { ListState } from "./list-state.tsx";
import { listFrame } from "../../ui/list-frame.ts";
import { rowHeight as rowHeightLook } from "./row-grid.ts";
import type { Boxes } from "./selection/transaction-selection.tsx";
import { TransactionRow } from "./transaction-row.tsx";
import { useRowHeight } from "../../lists/use-row-height.ts";
import { useRowMenu } from "./use-row-menu.ts";
import { useRowWords } from "./use-row-words.ts";
import { useVirtualReading } from "./use-virtual-reading.ts";
import type { Row } from "./looks.ts";

const RowMenu = lazyPart(async () => (await import("./row-menu.tsx")).RowMenu, { words: ["activity"] });
// Selection loads after the page has rendered; if it can't be loaded, the list works without it.
const TransactionSelection = lazyPart(async () => (await import("./selection/transaction-selection.tsx")).TransactionSelection, {
  words: ["selection", "cases"],
  instead: () => null,
});
const TransactionColumns = lazyPart(async () => (await import("./columns/transaction-columns.tsx")).TransactionColumns, {
  words: ["columns"],
  instead: () => null,
});
// Most lists have no gap. If this can't be loaded, the list fails too: without its gaps it would look complete.
const GapRow = lazy(async () => ({ default: (await import("./gap-row.tsx")).GapRow }));

/** At most 600 px (DASH-2), and less if its end would be off screen. */
const scrollArea = css({
  maxHeight: "[min(600px, max(100dvh - 21rem, 60dvh))]",
  overflowY: "auto",
  overflowX: "hidden",
  overscrollBehavior: "contain",
  overflowAnchor: "none",
  scrollPaddingTop: "9",
  _print: { maxHeight: "none", overflow: "visible" },
});
const table = css({ display: "block", textAlign: "start" });
const body = css({ display: "block", position: "relative", _print: { height: "auto!" } });
/** Says that the printout holds only what was on screen. */
const printed = css({ display: "none", px: "4", py: "2", textStyle: "sm", color: "ink.muted", _print: { display: "block" } });
const hidden = css({ position: "absolute", visibility: "hidden", width: "px" });
const pill = css({
  position: "absolute",
  top: "11",
  insetInline: "0",
  zIndex: "sticky",
  display: "flex",
  justifyContent: "center",
  pointerEvents: "none",
  "& > *": { pointerEvents: "auto", boxShadow: "raised" },
});

interface TransactionListProps {
  reader: TransactionReader;
  /** The filter as in the URL; "" for the whole list. */
  filterKey: string;
  onDetails: (row: Row) => void;
}

/** The virtual table of transactions: a few dozen rows in the DOM, however many there are (DASH-2). */
export function TransactionList({ reader, filterKey, onDetails }: TransactionListProps) {
  const { t } = useTranslation("transactions");
  const reading = useObservable(reader.reading);
  const area = useRef<HTMLDivElement>(null);
  const { probe, height } = useRowHeight();
  const list = useVirtualReading(area, reader, reading, height, 36);
  const words = useRowWords();
  const menu = useRowMenu();
  const [boxes, setBoxes] = useState<Boxes>();
  const stands = useStanding();
  const kept = useKeptColumns();
  const [layout, setLayout] = useState<ColumnLayout>();
  // Wait for the admin's columns before drawing rows.
  const isLaidOut = kept !== undefined && (!kept.transactions || layout !== undefined);
  const { window } = reading;
  const isWhole = window?.atEnd === true && window.gaps === 0;
  const retry = useCallback(() => reader.retry(), [reader]);

  return (
    <>
      <div className={listFrame} data-zones={words.beside ? 2 : undefined}>
        <p className={printed}>{t("list.printed")}</p>
        <div ref={probe} className={`${hidden} ${rowHeightLook}`} />
        {reading.newRows > 0 ? (
          <div className={pill}>
            <Button kind="primary" size="small" icon={<ArrowUp size={14} aria-hidden />} onClick={list.toTop}>
              {t(reader.source.oldestFirst ? "list.olderRows" : "list.newRows", { count: reading.newRows })}
            </Button>
          </div>
        ) : null}
        <div
          ref={area}
          className={scrollArea}
          role="group"
          aria-label={t("list.label")}
          onScroll={list.onScroll}
          onPointerEnter={() => list.onPointing(true)}
          onPointerLeave={() => list.onPointing(false)}
          onFocus={list.onFocus}
          onBlur={menu.open ? undefined : list.onBlur}
        >
          <table
            role="table"
            className={table}
            aria-label={t("list.label")}
            aria-rowcount={isWhole ? window.length + 1 : -1}
            aria-busy={reading.loading !== "no"}
          >
            <ListHead box={boxes?.head} layout={layout} />
            <tbody role="rowgroup" className={body} style={{ height: list.totalHeight }}>
              {(isLaidOut ? list.lines : []).map(({ index, item, top, slot, aside }) => {
                const place = { rowIndex: index + firstRow, top, aside };
                const known = item?.is === "row" ? item.row : undefined;
                const row = (
                  <TransactionRow
                    key={slot}
                    {...place}
                    row={known}
                    words={words}
                    menu={menu.button}
                    moving={list.moving}
                    boxes={boxes}
                    order={layout?.order}
                  />
                );
                return item?.is === "gap" ? (
                  <Suspense key={slot} fallback={row}>
                    <GapRow {...place} gap={item} loading={reading.loading === "gap"} onLoad={() => reader.closeGap(item)} />
                  </Suspense>
                ) : (
                  row
                );
              })}
            </tbody>
          </table>
          {window && window.length > 0 ? (
            <ListFoot reading={reading} onRetry={retry} />
          ) : (
            <ListState reading={reading} filtered={filterKey !== ""} height={height} onRetry={retry} />
          )}
        </div>
        {menu.open ? <RowMenu key={menu.open.row.id} menu={menu.open} onDetails={onDetails} /> : null}
      </div>
      {kept && (stands || kept.transactions) ? <TransactionColumns area={area} choice={kept.transactions} onLayout={setLayout} /> : null}
      {stands ? <TransactionSelection area={area} reader={reader} filterKey={filterKey} onBoxes={setBoxes} /> : null}
    </>
  );
}
