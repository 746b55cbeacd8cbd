import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useState } from "react";
import { isNarrower } from "../../../../db/transactions/transaction-query.ts";
import { compareKeys } from "../../../../db/store/order.ts";
import { followRows, readRows } from "../../../../db/transactions/selected-rows.ts";
import { countTransactions } from "../../../../sync/transactions/transaction-export.ts";
import type { TransactionReader } from "../../../../sync/transactions/transaction-reader.ts";
import { css } from "#styled/css";
import { useObservable } from "../../../data/use-observable.ts";
import { useSync } from "../../../data/sync-context.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useTimeZone } from "../../../state/settings.ts";
import type { Translate } from "../../../words/keys.ts";
import { loadWords } from "../../../words/language.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { keysToPin, usePin } from "../../../cases/use-pin.ts";
import { HeadBox, RowBox } from "../../../lists/selection/select-box.tsx";
import { type Selected, selectionOf } from "../../../lists/selection/selection.ts";
import { SelectionBar } from "../../../lists/selection/selection-bar.tsx";
import { listenToSelection } from "../../../lists/selection/selection-keys.ts";
import { useMatching } from "../../../lists/selection/use-matching.ts";
import { useCopying } from "../../../lists/selection/use-copying.ts";
import { announce } from "../../../state/announce.ts";
import { toast } from "../../../ui/toast.ts";
import { firstRow } from "../first-row.ts";
import { fromSearch } from "../filter-params.ts";
import { type Row, nameOf } from "../looks.ts";
import { transactionFormats } from "./transaction-formats.ts";
import { TransactionRows } from "./transaction-rows.ts";

/** The header's checkbox sits in its gutter; hidden where columns have no headers. */
const headCell = css({ display: "contents", "@container (max-width: 59.99rem)": { display: "none" } });

const drawBox =
  (list: TransactionRows, t: Translate<["selection"]>) =>
  (row: Row, rowIndex: number): ReactNode => (
    <RowBox list={list} row={row} label={t("row", { what: nameOf(row) })} first={rowIndex === firstRow} />
  );

/** What the rows and the header render for the selection. */
export interface Boxes {
  readonly row: (row: Row, rowIndex: number) => ReactNode;
  readonly head: ReactNode;
}

interface TransactionSelectionProps {
  area: RefObject<HTMLElement | null>;
  reader: TransactionReader;
  /** The filter as in the URL; "" for the whole list. */
  filterKey: string;
  onBoxes: (boxes: Boxes | undefined) => void;
}

/** Number of matches at the host, once requested; undefined if it doesn't tell. */
function useTotal(filterKey: string, isAsked: boolean): number | undefined {
  const { host } = useSync();
  const isUtc = useTimeZone() === "UTC";
  const [total, setTotal] = useState<number>();
  useEffect(() => {
    const filter = fromSearch(filterKey);
    // The host can only count filters it supports, and days of UTC.
    if (!isAsked || isNarrower(filter) || (!isUtc && (filter.dateFrom ?? filter.dateTo))) return;
    const stop = new AbortController();
    void countTransactions(host, stop.signal, filter).then((count) => {
      if (!stop.signal.aborted) setTotal(count);
    });
    return () => {
      stop.abort();
      setTotal(undefined);
    };
  }, [host, filterKey, isAsked, isUtc]);
  return total;
}

/** Makes the dashboard list's rows selectable, and shows the selection (FIND-1). */
export function TransactionSelection({ area, reader, filterKey, onBoxes }: TransactionSelectionProps) {
  const { t } = useTranslation(["selection"]);
  const { t: say } = useTranslation(["transactions", "activity"]);
  const format = useFormat();
  const { db, host } = useSync();
  const selection = selectionOf("transactions", filterKey);
  const { window, loading, failed } = useObservable(reader.reading);
  const matches = useObservable(reader.source.matching);
  useObservable(selection.version);
  const loaded = window?.rows ?? 0;
  const isAll = useCallback((): boolean => {
    const items = reader.reading.get().window?.items ?? [];
    return loaded > 0 && selection.size >= loaded && items.every((item) => item?.is !== "row" || selection.has(item.row.id));
  }, [reader, selection, loaded]);

  const isEmpty = window?.length === 0 && !window.never && loading === "no" && !failed;
  useEffect(() => {
    if (isEmpty) announce(say("list.empty"));
  }, [isEmpty, say]);

  const { oldestFirst = false } = reader.source;
  const read = useCallback(async () => {
    const [rows] = await Promise.all([rowsOf(db, selection.rows(), oldestFirst), loadWords(["activity"])]);
    return { rows, formats: transactionFormats(say, format) };
  }, [db, selection, oldestFirst, say, format]);
  const { copy, exportCsv } = useCopying(selection, read, t("export.transactions"));

  const pinThese = usePin();
  const pin = useCallback(
    (row: Selected | undefined) =>
      pinThese(async () => {
        const keys = keysToPin(selection, row);
        return (await rowsOf(db, keys, oldestFirst)).map((one) => ({ is: "transaction", row: one }));
      }),
    [db, selection, oldestFirst, pinThese],
  );

  const list = useMemo(
    () =>
      new TransactionRows(reader, selection, () => toast({ tone: "failed", title: t("matching.broken") }), {
        copy: () => copy("tsv"),
        pin,
      }),
    [reader, selection, copy, pin, t],
  );
  useEffect(() => (area.current ? listenToSelection(area.current, list) : undefined), [area, list]);
  useEffect(() => list.stop, [list]);
  useEffect(
    () =>
      followRows(
        db,
        () => selection.rows(),
        (rows, gone) => selection.refresh(rows, gone),
      ),
    [db, selection],
  );
  const lacks = window?.lacks;
  useEffect(() => {
    if (lacks)
      selection.refresh(
        [],
        selection
          .rows()
          .filter(lacks)
          .map(({ id }) => id),
      );
  }, [lacks, selection]);
  useEffect(() => {
    onBoxes({ row: drawBox(list, t), head: <HeadBox list={list} className={headCell} isAll={isAll} /> });
  }, [onBoxes, list, t, isAll]);
  useEffect(() => () => onBoxes(undefined), [onBoxes]);

  const matching = useMatching((signal, onRows) => list.selectMatching(host, filterKey !== "", signal, onRows));
  const isPart =
    window !== undefined &&
    matches.is !== "ids" &&
    (!window.atEnd || window.gaps > 0 || window.firstGap !== undefined || matches.is === "cache");
  const isOffered = matching.state.is !== "idle" || (isPart && isAll());
  const total = useTotal(filterKey, isOffered);
  const leave = useCallback(() => {
    const boxes = [...(area.current?.querySelectorAll<HTMLElement>("[role=row] input[type=checkbox]") ?? [])];
    (boxes.find((box) => box.tabIndex === 0 && box.closest("tbody")) ?? boxes[0])?.focus({ preventScroll: true });
  }, [area]);
  return (
    <SelectionBar
      list={list}
      loaded={loaded}
      sums
      onCopy={copy}
      onExport={exportCsv}
      onLeave={leave}
      offer={isOffered ? { ...matching, total } : undefined}
    />
  );
}

/** Rows from the cache, in list order. Rejects with the database's error. */
async function rowsOf(db: ReturnType<typeof useSync>["db"], keys: readonly Selected[], oldestFirst: boolean): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const newestFirst = [...keys].sort(compareKeys);
  for await (const { rows: some } of readRows(db, oldestFirst ? newestFirst.reverse() : newestFirst)) rows.push(...some);
  return rows;
}
