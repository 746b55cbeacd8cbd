import uPlot from "uplot";
import type { StatusKind } from "../../../ui/status-mark.tsx";
import type { PlotSize } from "../../../ui/plot-area.tsx";
import { axisOf, charPx, cursor, frameOf, inkOf, pointUnder, valueAxis } from "../../../ui/plot-parts.ts";
import { type Bucket, kinds } from "./fold.ts";

export interface ActivityPlot {
  readonly buckets: readonly Bucket[];
  readonly label: (bucket: Bucket) => string;
  readonly number: (value: number) => string;
  /** Called with the index of the interval under the pointer; undefined: none. */
  readonly onPoint: (index: number | undefined) => void;
}

/** Synchronises the cursor of both plots. */
const cursorKey = "activity";

function shade(plot: uPlot, buckets: readonly Bucket[], colour: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = colour;
  for (const [index, { mayLack }] of buckets.entries()) {
    if (!mayLack) continue;
    const left = plot.valToPos(index - 0.5, "x", true);
    ctx.fillRect(left, bbox.top, plot.valToPos(index + 0.5, "x", true) - left, bbox.height);
  }
  ctx.restore();
}

function options(element: Element, plot: ActivityPlot, size: PlotSize, series: uPlot.Series[]): uPlot.Options {
  const ink = inkOf(element);
  return {
    ...frameOf(size),
    cursor: { ...cursor, sync: { key: cursorKey } },
    scales: {
      x: { time: false, range: [-0.5, Math.max(0.5, plot.buckets.length - 0.5)] },
      y: { range: (_, __, max) => [0, max > 0 ? max : 1] },
    },
    axes: [
      {
        ...axisOf(ink),
        size: 22,
        space: () =>
          24 + charPx * Math.max(...[plot.buckets[0], plot.buckets.at(-1)].map((bucket) => (bucket ? plot.label(bucket).length : 0))),
        incrs: [1, 2, 3, 6, 7, 12, 14, 24, 28, 48, 72, 168, 336, 1000],
        values: (_, places) =>
          places.map((place) => {
            const bucket = Number.isInteger(place) ? plot.buckets[place] : undefined;
            return bucket ? plot.label(bucket) : "";
          }),
      },
      valueAxis(ink, plot.number),
    ],
    series: [{}, ...series],
    hooks: {
      drawClear: [(drawn) => shade(drawn, plot.buckets, ink.colour("pending-soft"))],
      setCursor: [(drawn) => plot.onPoint(pointUnder(drawn))],
    },
  };
}

const bars = uPlot.paths.bars?.({ size: [0.72, 28] });
const place = (buckets: readonly Bucket[]): number[] => buckets.map((_, index) => index);

const barSeries = (fill: string): uPlot.Series => ({ fill, width: 0, points: { show: false }, ...(bars ? { paths: bars } : {}) });

/** Draws the counts as bars with stacked statuses. Destroying the returned plot restores `element`. */
export function plotCounts(element: HTMLElement, plot: ActivityPlot, size: PlotSize): uPlot {
  const { colour } = inkOf(element);
  const fills: Record<StatusKind, string> = {
    done: colour("done"),
    processing: colour("processing"),
    pending: colour("pending"),
    failed: colour("failed"),
    other: colour("line-strong"),
  };
  // Stacked: each layer reaches from zero to the running sum, drawn from the highest down.
  const layers = kinds.map((_, layer) =>
    plot.buckets.map(({ counts }) => kinds.slice(0, layer + 1).reduce((sum, kind) => sum + counts[kind], 0)),
  );
  const series = kinds.map((kind) => barSeries(fills[kind]));
  return new uPlot(options(element, plot, size, series.reverse()), [place(plot.buckets), ...layers.reverse()], element);
}

/** Draws the volume of one currency; bar heights approximate the exact sums. */
export function plotVolume(element: HTMLElement, plot: ActivityPlot, size: PlotSize): uPlot {
  const { colour } = inkOf(element);
  const heights = plot.buckets.map(({ volume }) => Number(volume));
  return new uPlot(options(element, plot, size, [barSeries(colour("accent"))]), [place(plot.buckets), heights], element);
}
