import type uPlot from "uplot";
import type { PlotSize } from "./plot-area.tsx";

/** What a plot takes from the page's theme. */
export interface Ink {
  readonly colour: (name: string) => string;
  readonly font: string;
}

/** System colours under forced colours: browsers don't apply them to a canvas. */
const forced: Readonly<Record<string, string>> = {
  accent: "Highlight",
  done: "Highlight",
  processing: "LinkText",
  pending: "GrayText",
  "pending-soft": "Canvas",
  line: "GrayText",
  "line-strong": "GrayText",
};

/** The theme's current colours. */
export function inkOf(element: Element): Ink {
  const style = getComputedStyle(element);
  const font = `11px ${style.fontFamily}`;
  if (!matchMedia("(forced-colors: active)").matches) return { colour: (name) => style.getPropertyValue(`--colors-${name}`).trim(), font };
  const sample = document.createElement("i");
  const colour = (name: string): string => {
    element.append(sample);
    sample.style.color = forced[name] ?? "CanvasText";
    const seen = getComputedStyle(sample).color;
    sample.remove();
    return seen;
  };
  return { colour, font };
}

/** Approximate width of an axis character, in px. */
export const charPx = 6.5;

/** A line at the pointer; no dragging. */
export const cursor: uPlot.Cursor = { y: false, points: { show: false }, drag: { x: false, y: false } };

/** Options shared by all plots: size, no legend, room for the last label. */
export const frameOf = (size: PlotSize) => ({ ...size, legend: { show: false }, padding: [8, 24, 0, 0] }) satisfies Partial<uPlot.Options>;

export const axisOf = (ink: Ink): uPlot.Axis => ({
  stroke: ink.colour("ink-muted"),
  font: ink.font,
  ticks: { show: false },
  grid: { show: false },
});

/** Value axis, as wide as its widest label. */
export const valueAxis = (ink: Ink, show: (value: number) => string): uPlot.Axis => ({
  ...axisOf(ink),
  size: (_, values) => 12 + charPx * Math.max(4, ...(values ?? []).map((value) => value.length)),
  space: 32,
  grid: { stroke: ink.colour("line"), width: 1 },
  values: (_, values) => values.map((value) => show(value)),
});

/** Index of the point under the pointer; undefined when it isn't over the plot. */
export const pointUnder = ({ cursor: { left, idx } }: uPlot): number | undefined =>
  left === undefined || left < 0 ? undefined : (idx ?? undefined);
