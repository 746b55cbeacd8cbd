import Big from "big.js";
import { useMemo, useState } from "react";
import { css } from "#styled/css";
import type { TransactionQuery } from "../../../../db/transactions/transaction-query.ts";
import type { TransactionSource } from "../../../../sync/transactions/transaction-source.ts";
import { useFormat } from "../../../format/use-format.ts";
import { localeOf } from "../../../words/language.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { useTimeZone } from "../../../state/settings.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PlotArea } from "../../../ui/plot-area.tsx";
import { Select } from "../../../ui/select-field.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusMark } from "../../../ui/status-mark.tsx";
import { currenciesOf, fold, kinds, unitFor } from "./fold.ts";
import { FiguresTable } from "./figures-table.tsx";
import { labelsOf } from "./labels.ts";
import { plotCounts, plotVolume } from "./plot.ts";
import { type Activity, useActivity } from "./use-activity.ts";

const stack = css({ display: "flex", flexDirection: "column", gap: "3" });
const head = css({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  justifyContent: "space-between",
  columnGap: "6",
  rowGap: "1",
});
const period = css({ textStyle: "sm", fontWeight: "medium", fontVariantNumeric: "tabular-nums lining-nums" });
const aside = css({ textStyle: "xs", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" });
const plots = css({
  display: "grid",
  gridTemplateColumns: { base: "[minmax(0, 1fr)]", xl: "[repeat(2, minmax(0, 1fr))]" },
  columnGap: "8",
  rowGap: "4",
});
const plotHead = css({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "3",
  minHeight: "9",
});
const plotTitle = css({ textStyle: "sm", color: "ink.muted" });
const legend = css({ display: "flex", flexWrap: "wrap", columnGap: "4", rowGap: "1", textStyle: "xs" });
const figure = css({ marginInlineStart: "1", color: "ink", fontVariantNumeric: "tabular-nums lining-nums" });
const volumeFigure = css({ textStyle: "xs", fontWeight: "medium", fontVariantNumeric: "tabular-nums lining-nums" });
const choice = css({ width: "28" });
const waiting = css({ height: "[16rem]" });
/** Reserves the final height, so the list below doesn't move. */
const height = css({ minHeight: { base: "[34rem]", xl: "[20.5rem]" } });

interface ChartPanelProps {
  filter: TransactionQuery;
  source: TransactionSource;
}

interface DrawnProps {
  filter: TransactionQuery;
  activity: Extract<Activity, { is: "known" }>;
  /** The currency whose volume is wanted. */
  chosen: string | undefined;
  onChoose: (currency: string) => void;
}

function Drawn({ filter, activity, chosen, onChoose }: DrawnProps) {
  const { t, language } = useTranslation("activity");
  const format = useFormat();
  const locale = localeOf(language);
  const timeZone = useTimeZone();
  const { hours, missing } = activity;
  const currencies = useMemo(() => currenciesOf(hours), [hours]);
  const [point, setPoint] = useState<number>();
  const currency = chosen !== undefined && currencies.includes(chosen) ? chosen : currencies[0];
  const [first, last] = [hours[0]?.at ?? 0, hours.at(-1)?.at ?? 0];
  const unit = unitFor(last - first);
  const buckets = useMemo(() => fold(hours, currency, unit, timeZone, missing), [hours, currency, unit, timeZone, missing]);
  const labels = useMemo(() => labelsOf(locale, unit), [locale, unit]);
  const plot = useMemo(() => ({ buckets, label: labels.short, number: format.number, onPoint: setPoint }), [buckets, labels, format]);
  const shown = point === undefined ? undefined : buckets[point];
  const counts = (kind: (typeof kinds)[number]): number =>
    shown ? shown.counts[kind] : buckets.reduce((sum, bucket) => sum + bucket.counts[kind], 0);
  const sum = useMemo(() => buckets.reduce((all, bucket) => all.plus(bucket.volume), new Big(0)).toFixed(), [buckets]);
  const total = buckets.reduce((sum, bucket) => sum + bucket.total, 0);
  const span = labels.period(buckets[0], buckets.at(-1));
  const volume = currency && t(filter.transactionStatus ? "chart.volume" : "chart.volumeMoved", { currency });
  return (
    <>
      <div className={head}>
        <p className={period}>{shown ? labels.full(shown) : span}</p>
        <p className={aside}>
          {t("chart.covered", { count: total })} · {t(`chart.${unit}`)} · {format.zoneAt(last)}
        </p>
      </div>
      <div className={plots}>
        <figure className={stack}>
          <div className={plotHead}>
            <figcaption className={plotTitle}>{t("chart.counts")}</figcaption>
          </div>
          <PlotArea draw={plotCounts} plot={plot} label={`${t("chart.counts")}, ${span}`} />
          <div className={legend}>
            {kinds
              .filter((kind) => buckets.some((bucket) => bucket.counts[kind] > 0))
              .map((kind) => (
                <StatusMark key={kind} kind={kind}>
                  {t(`chart.${kind}`)}
                  <span className={figure}>{format.number(counts(kind))}</span>
                </StatusMark>
              ))}
          </div>
        </figure>
        {currency === undefined ? null : (
          <figure className={stack}>
            <div className={plotHead}>
              <figcaption className={plotTitle}>{volume}</figcaption>
              <span className={choice}>
                <Select
                  aria-label={t("chart.currency")}
                  value={currency}
                  onChange={(event) => onChoose(event.target.value)}
                  options={currencies.map((code) => ({ value: code, label: code }))}
                />
              </span>
            </div>
            <PlotArea draw={plotVolume} plot={plot} label={`${volume}, ${span}`} />
            <p className={volumeFigure}>
              {format.amount(shown ? shown.volume : sum)} {currency}
            </p>
          </figure>
        )}
      </div>
      {buckets.some(({ mayLack }) => mayLack) ? <p className={aside}>{t("chart.gaps")}</p> : null}
      <FiguresTable buckets={buckets} volume={volume} labels={labels} />
    </>
  );
}

/** Counts by status and the volume over time, of the cached rows of the current view (DASH-13). */
export function ChartPanel({ filter, source }: ChartPanelProps) {
  const { t } = useTranslation("activity");
  const activity = useActivity(filter, source);
  // Stays while another filter is counted.
  const [chosen, setChosen] = useState<string>();
  return (
    <Card aria-label={t("chart.region")} className={height}>
      <div className={stack}>
        {activity.is === "awaited" ? (
          <Skeleton className={waiting} />
        ) : activity.is === "broken" ? (
          <Notice tone="warning" title={t("chart.broken")} />
        ) : activity.hours.length === 0 ? (
          <EmptyState title={t("chart.empty")}>{t("chart.emptyHint")}</EmptyState>
        ) : (
          <Drawn filter={filter} activity={activity} chosen={chosen} onChoose={setChosen} />
        )}
      </div>
    </Card>
  );
}
