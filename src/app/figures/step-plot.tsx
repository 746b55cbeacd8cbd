import Big from "big.js";
import { useMemo, useState } from "react";
import uPlot from "uplot";
import { css } from "#styled/css";
import type { FigurePoint } from "../data/use-figure-history.ts";
import { useFormat } from "../format/use-format.ts";
import { useTranslation } from "../words/use-translation.ts";
import { useTimeZone } from "../state/settings.ts";
import { PlotArea, type PlotSize } from "../ui/plot-area.tsx";
import { axisOf, charPx, cursor, frameOf, inkOf, valueAxis } from "../ui/plot-parts.ts";

const caption = css({ textStyle: "xs", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums", marginBottom: "1" });

interface StepsPlot {
  /** Oldest first; the last one holds until `until` (device epoch ms). */
  readonly points: readonly FigurePoint[];
  readonly until: number;
  readonly timeZone: string;
  readonly time: (at: number) => string;
  readonly show: (value: string) => string;
  /** Called with the index of the point valid at the pointer; undefined: the pointer is elsewhere. */
  readonly onPoint: (index: number | undefined) => void;
}

/** The decimal at a position on the axis. */
const decimalAt = (value: number): string => new Big(value.toPrecision(12)).toFixed();

const [minute, hour, day] = [60, 3600, 86_400];
/** Tick intervals of the time axis, in seconds: labels show minutes. */
const axisSteps = [
  ...[1, 5, 10, 30].map((count) => count * minute),
  ...[1, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 30, 90, 365].map((count) => count * day),
];

const stepped = uPlot.paths.stepped?.({ align: 1 });

/** Draws a value's history as steps: each value holds until the next. Destroying the returned plot restores `element`. */
function plotSteps(element: HTMLElement, plot: StepsPlot, size: PlotSize): uPlot {
  const ink = inkOf(element);
  const { points, until, timeZone } = plot;
  const last = points.at(-1);
  const seconds = [...points.map(({ seenAt }) => seenAt), until].map((at) => at / 1000);
  // For drawing only: the table has the values to their last digit.
  const values = [...points, ...(last ? [last] : [])].map(({ value }) => Number(value));
  const pointUnder = (drawn: uPlot): number | undefined => {
    const { left } = drawn.cursor;
    if (left === undefined || left < 0) return undefined;
    const at = drawn.posToVal(left, "x") * 1000;
    const index = points.findLastIndex(({ seenAt }) => seenAt <= at);
    return index < 0 ? undefined : index;
  };
  return new uPlot(
    {
      ...frameOf(size),
      cursor,
      tzDate: (at) => uPlot.tzDate(new Date(at * 1000), timeZone),
      axes: [
        {
          ...axisOf(ink),
          size: 22,
          space: () => 24 + charPx * Math.max(...seconds.map((at) => plot.time(at * 1000).length)),
          incrs: axisSteps,
          values: (_, places) => places.map((at) => plot.time(at * 1000)),
        },
        valueAxis(ink, (value) => plot.show(decimalAt(value))),
      ],
      series: [
        {},
        { stroke: ink.colour("accent"), width: 1.75, points: { show: points.length < 60 }, ...(stepped ? { paths: stepped } : {}) },
      ],
      hooks: { setCursor: [(drawn) => plot.onPoint(pointUnder(drawn))] },
    },
    [seconds, values],
    element,
  );
}

interface StepPlotProps {
  points: readonly FigurePoint[];
  until: number;
  show: (value: string) => string;
  label: string;
}

/** A figure over time as a step plot, with the value under the pointer. */
export function StepPlot({ points, until, show, label }: StepPlotProps) {
  const { t } = useTranslation("rates");
  const format = useFormat();
  const timeZone = useTimeZone();
  const [index, setIndex] = useState<number>();
  const plot = useMemo(
    () => ({ points, until, timeZone, time: (at: number) => format.minute(at, until), show, onPoint: setIndex }),
    [points, until, timeZone, format, show],
  );
  const [first, last] = [points[0], points.at(-1)];
  const under = index === undefined ? undefined : points[index];
  if (!first || !last) return null;
  return (
    <div>
      <p className={caption}>
        {under
          ? t("history.under", { value: show(under.value), time: format.dateTime(under.seenAt) })
          : t("history.span", { from: show(first.value), to: show(last.value), time: format.dateTime(first.seenAt) })}
      </p>
      <PlotArea draw={plotSteps} plot={plot} label={label} />
    </div>
  );
}
