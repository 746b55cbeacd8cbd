import { useState } from "react";
import { css } from "#styled/css";
import { lazyPart } from "../ui/lazy-part.tsx";
import { LostPart } from "../ui/lost-part.tsx";
import { useFigureHistory } from "../data/use-figure-history.ts";
import { useFormat } from "../format/use-format.ts";
import { useNow } from "../format/use-now.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { printedNote } from "../lists/row-frame.ts";
import { changeOf } from "./change.ts";
import { Time } from "../parts/time.tsx";

/** The plot comes after the table, which has the same data. */
const StepPlot = lazyPart(async () => (await import("./step-plot.tsx")).StepPlot, {
  instead: LostPart,
  until: () => <Skeleton className={plotPlace} />,
});

const plotPlace = css({ height: "[10.5rem]" });
const stack = css({ display: "flex", flexDirection: "column", gap: "4" });
const whole = css({ whiteSpace: "nowrap" });
const more = css({ display: "flex", justifyContent: "flex-start" });

/** Rows shown before "Show all". */
const fewRows = 8;

interface FigureHistoryProps {
  /** The figure's key in the history. */
  figure: string;
  /** Name on the screen. */
  name: string;
  show: (value: string) => string;
}

/** Values of a figure seen by this device: a step plot, and a table of the same values, latest first (RATE-3). */
export function FigureHistory({ figure, name, show }: FigureHistoryProps) {
  const { t } = useTranslation("rates");
  const format = useFormat();
  const now = useNow();
  const [all, setAll] = useState(false);
  const points = useFigureHistory(figure);
  if (!points || points.length === 0) return null;
  const rows = points.map((point, index) => ({ ...point, change: changeOf(points[index - 1]?.value, point.value) })).reverse();
  const shown = all ? rows : rows.slice(0, fewRows);
  const values = points.map((point) => Number(point.value));
  const extremes = {
    low: show(points[values.indexOf(Math.min(...values))]?.value ?? ""),
    high: show(points[values.indexOf(Math.max(...values))]?.value ?? ""),
  };
  return (
    <Card title={t("history.title", { name })} description={t("history.basis")}>
      <div className={stack}>
        {points.length > 1 ? (
          <div className={plotPlace}>
            <StepPlot
              points={points}
              until={Math.max(now, points.at(-1)?.seenAt ?? now)}
              show={show}
              label={t("history.drawn", { name, count: points.length, ...extremes })}
            />
          </div>
        ) : null}
        <DataTable
          label={t("history.title", { name })}
          rows={shown}
          keyOf={({ seenAt }) => seenAt}
          columns={[
            { label: t("history.seen"), className: whole, render: ({ seenAt }) => <Time at={seenAt} byDevice /> },
            { label: t("history.value"), align: "end", kind: "figure", render: ({ value }) => show(value) },
            {
              label: t("history.change"),
              align: "end",
              kind: "figure",
              render: ({ change: { percent } }) => (percent === undefined ? "—" : t("change.percent", { percent: format.signed(percent) })),
            },
            {
              label: t("history.changed"),
              className: whole,
              render: ({ changedAt }) => (changedAt ? <Time at={Date.parse(changedAt)} /> : "—"),
            },
            { label: t("history.by"), className: whole, render: ({ by }) => by ?? "—" },
          ]}
        />
        {rows.length > fewRows ? (
          <div className={more}>
            <Button size="small" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t("history.fewer") : t("history.all", { count: rows.length })}
            </Button>
            {all ? null : <p className={printedNote}>{t("history.printed", { shown: fewRows, count: rows.length })}</p>}
          </div>
        ) : null}
      </div>
    </Card>
  );
}
