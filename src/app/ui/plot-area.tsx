import "uplot/dist/uPlot.min.css";
import "./plot-print.css";
import type uPlot from "uplot";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { css } from "#styled/css";

export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

const height = 144;
const area = css({ height: "36", minWidth: "0", overflow: "hidden", "& .u-cursor-x": { borderColor: "line.strong" } });

const themeOfPage = (): string => document.documentElement.dataset["theme"] ?? "";

/** The page's current theme; a canvas doesn't follow it by itself. */
function useTheme(): string {
  const [theme, setTheme] = useState(themeOfPage);
  useEffect(() => {
    // At once: a page that turns light to be printed is laid out before a later task.
    const observer = new MutationObserver(() => flushSync(() => setTheme(themeOfPage())));
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => observer.disconnect();
  }, []);
  return theme;
}

interface PlotAreaProps<P> {
  draw: (element: HTMLElement, plot: P, size: PlotSize) => uPlot;
  /** Redrawn when its identity changes. */
  plot: P;
  label: string;
}

function Plot<P>({ draw, plot, label }: PlotAreaProps<P>) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const drawn = draw(element, plot, { width: element.clientWidth, height });
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) drawn.setSize({ width: element.clientWidth, height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.destroy();
    };
  }, [draw, plot]);
  return <div ref={place} className={area} role="img" aria-label={label} />;
}

/** Plot that fills its container and follows its width and the theme. Callers also provide the figures as a table. */
export function PlotArea<P>(props: PlotAreaProps<P>) {
  // Remount on theme change: colours are resolved at draw time.
  return <Plot key={useTheme()} {...props} />;
}
