import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { css } from "#styled/css";
import { cardTypes } from "../../../contract/gift-cards.ts";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { csvFile, csvOf } from "../../csv/csv.ts";
import { datedName, download } from "../../ui/download.ts";
import { isAwaited } from "../../data/is-awaited.ts";
import { type GiftCardRate, useGiftCardRates } from "../../data/use-gift-cards.ts";
import { Age } from "../../figures/age.tsx";
import { FeedTrouble, useTroubleDetail } from "../../figures/feed-trouble.tsx";
import { useSearch } from "../../state/use-search.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { EmptyList } from "../../ui/empty-list.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { toast } from "../../ui/toast.ts";
import { usePageTitle } from "../../ui/page-title.ts";
import { panelLook } from "../../ui/panel-look.ts";
import { type ListView, pageSize, queryOf, rowsOf, viewFrom } from "./list-view.ts";
import { RateTable, type RowDeed } from "./rate-table.tsx";
import { Toolbar } from "./toolbar.tsx";

const AddDialog = lazyPart(async () => (await import("./add-dialog.tsx")).AddDialog);
const EditDialog = lazyPart(async () => (await import("./edit-dialog.tsx")).EditDialog);
const DeleteDialog = lazyPart(async () => (await import("./delete-dialog.tsx")).DeleteDialog);
const HistoryDialog = lazyPart(async () => (await import("./history-dialog.tsx")).HistoryDialog);
const BulkDialog = lazyPart(async () => (await import("./bulk/bulk-dialog.tsx")).BulkDialog);

const page = css({ display: "flex", flexDirection: "column", gap: "4" });
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: "3" });
const basis = css({ display: "flex", flexWrap: "wrap", columnGap: "3", textStyle: "sm", color: "ink.muted" });
const trouble = css({ p: "5" });
/** Says that the printout holds only what was on screen. */
const printed = css({ display: "none", textStyle: "sm", color: "ink.muted", _print: { display: "block" } });

/** Columns of the export, in the document's order (GIFT-8). */
const exported = ["id", "cardType", "country", "rate", "rateDisplay", "isActive", "createdAt"] as const;

type Open = { is: "none" } | { is: "add" } | { is: "bulk" } | { is: RowDeed; row: GiftCardRate };

/** /fees-rates/gift-card-rates: the whole table from the cache, and the actions on it (GIFT-1 … GIFT-9). */
export function GiftCardRatesScreen() {
  const { t } = useTranslation(["giftCards", "layout"]);
  usePageTitle(t("layout:entries.giftCardRates"));
  const { cached, fetching, refresh } = useGiftCardRates();
  const said = useTroubleDetail(fetching);
  const [path, navigate] = useLocation();
  const view = viewFrom(useSearch());
  /** A change goes to the first page unless it sets one. */
  const change = (to: Partial<ListView>) => {
    const query = queryOf({ ...view, page: 1, ...to });
    navigate(query ? `${path}?${query}` : path, { replace: true });
  };
  const [open, setOpen] = useState<Open>({ is: "none" });
  const rates = cached?.rates;
  const rows = useMemo(
    () => rowsOf(rates ?? [], { cardType: view.cardType, search: view.search, sort: view.sort, descending: view.descending, page: 1 }),
    [rates, view.cardType, view.search, view.sort, view.descending],
  );
  const others = useMemo(
    () => [...new Set((rates ?? []).flatMap((row) => row.cardType ?? []))].filter((type) => !cardTypes.some((known) => known === type)),
    [rates],
  );
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const at = Math.min(view.page, pages);

  const isStale = fetching.is === "failed" && cached !== null && cached !== undefined;
  const serial = fetching.is === "failed" && fetching.answer ? fetching.times : 0;
  const told = useRef(0);
  useEffect(() => {
    if (isStale && serial > told.current) toast({ tone: "failed", title: t("refreshFailed") });
    told.current = serial;
  }, [isStale, serial, t]);

  const exportCsv = () => {
    if (rows.length === 0) return toast({ tone: "info", title: t("export.nothing") });
    try {
      const lines = rows.map((row) => exported.map((column) => row[column] ?? ""));
      // Not today's: the rates may be older, and a line that says so would be read as a rate.
      const name = t(rows.length < (rates ?? []).length ? "export.fileFiltered" : "export.file");
      download(datedName(name, cached?.asOf ?? Date.now(), "csv"), csvFile(csvOf([exported, ...lines])));
      toast({ tone: "done", title: t("export.started") });
    } catch {
      toast({ tone: "failed", title: t("export.failed") });
    }
  };
  const close = () => setOpen({ is: "none" });

  return (
    <div className={page}>
      <KeepFocus />
      <Toolbar
        view={view}
        others={others}
        onChange={change}
        onAdd={() => setOpen({ is: "add" })}
        onBulk={() => setOpen({ is: "bulk" })}
        onExport={exportCsv}
      />
      {isStale ? <FeedTrouble fetching={fetching} kept title={t("refreshFailed")} onRetry={() => void refresh()} /> : null}
      {cached === undefined || (cached === null && isAwaited(fetching)) ? (
        <div className={panelLook}>
          <EmptyList title={t("loading")} />
        </div>
      ) : cached === null ? (
        <div className={`${panelLook} ${trouble}`}>
          <FeedTrouble fetching={fetching} kept={false} title={said ?? t("refreshFailed")} onRetry={() => void refresh()} />
        </div>
      ) : rows.length === 0 ? (
        <div className={panelLook}>
          <EmptyList title={t("empty")}>{cached.rates.length === 0 ? t("emptyHint") : t("emptyFiltered")}</EmptyList>
        </div>
      ) : (
        <RateTable
          rows={rows.slice((at - 1) * pageSize, at * pageSize)}
          view={view}
          onSort={(sort, descending) => change({ sort, descending })}
          onDeed={(is, row) => setOpen({ is, row })}
        />
      )}
      {cached ? (
        <div className={foot}>
          <p className={basis}>
            <span role="status">
              {rows.length === cached.rates.length
                ? t("count", { count: rows.length })
                : t("countOf", { count: rows.length, total: cached.rates.length })}
            </span>
            <Age asOf={cached.asOf} />
          </p>
          {pages > 1 ? <p className={printed}>{t("printed", { page: at, pages })}</p> : null}
          {rows.length > 0 ? (
            <Pagination
              page={at}
              pageSize={pageSize}
              total={rows.length}
              previous={t("previous")}
              next={t("next")}
              onChange={(to) => change({ page: to })}
            />
          ) : null}
        </div>
      ) : null}
      {open.is === "add" ? <AddDialog rates={rates ?? []} refresh={refresh} onClose={close} /> : null}
      {open.is === "bulk" ? <BulkDialog known={cached ?? undefined} refresh={refresh} onClose={close} /> : null}
      {open.is === "edit" ? <EditDialog row={open.row} refresh={refresh} onClose={close} /> : null}
      {open.is === "delete" ? <DeleteDialog row={open.row} refresh={refresh} onClose={close} /> : null}
      {open.is === "history" ? <HistoryDialog row={open.row} onClose={close} /> : null}
    </div>
  );
}
