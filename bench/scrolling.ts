import { type CDPSession, type Page } from "@playwright/test";
import type { Stage } from "./stage.ts";
import { throttle } from "./start-up.ts";

interface ScrollFigures {
  readonly frames: number;
  readonly p95: number;
  readonly blank: number;
  readonly longTasks: number;
  readonly distance: number;
  readonly toMiddleMs: number;
}

/** Runs in the page: scrolls `rowsPerSecond` for `forMs`, then drags to the middle; sizes in rows. */
export async function scroll({ rowsPerSecond, forMs }: { rowsPerSecond: number; forMs: number }): Promise<ScrollFigures> {
  const table = document.querySelector("table");
  let area: HTMLElement | null = table;
  while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
  const row = table?.querySelector("tbody tr");
  if (!area || !row) throw new Error("there is no list to scroll");
  const list = area;
  const height = row.getBoundingClientRect().height;
  const frame = (): Promise<number> => new Promise((resolve) => void requestAnimationFrame(resolve));
  const box = list.getBoundingClientRect();
  const bottom = Math.min(box.bottom, innerHeight);
  /** Whether the list's middle shows a loaded row. */
  const isShown = (): boolean => {
    const at = document.elementFromPoint(box.left + 40, (Math.max(box.top, 0) + bottom) / 2)?.closest("tr");
    return at !== null && at !== undefined && at.getAttribute("aria-hidden") !== "true";
  };
  let longTasks = 0;
  const look = new PerformanceObserver((entries) => {
    longTasks += entries.getEntries().length;
  });
  look.observe({ type: "longtask" });
  const frames: number[] = [];
  let blank = 0;
  const from = list.scrollTop;
  const start = await frame();
  let last = start;
  while (last - start < forMs) {
    list.scrollTop = from + ((last - start) / 1000) * rowsPerSecond * height;
    const now = await frame();
    frames.push(now - last);
    last = now;
    if (!isShown()) blank += 1;
  }
  const distance = (list.scrollTop - from) / (((last - start) / 1000) * rowsPerSecond * height);
  look.disconnect();
  const dragged = performance.now();
  list.scrollTop = list.scrollHeight / 2;
  do await frame();
  while (!isShown());
  const toMiddleMs = performance.now() - dragged;
  frames.sort((a, b) => a - b);
  return { frames: frames.length, p95: frames[Math.floor(frames.length * 0.95)] ?? Number.NaN, blank, longTasks, distance, toMiddleMs };
}

/** Waits until the app shows rows. Not with a locator, which would add half a MB of test-driver code to the page's heap. */
async function untilRowsStand(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const expression = `document.querySelector("#root [aria-rowindex='5']") !== null`;
  while ((await session.send("Runtime.evaluate", { expression })).result.value !== true) await page.waitForTimeout(50);
  await session.detach();
}

/** The heap in MB after garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / 1e6;
}

/** The main thread's busy time so far, in ms. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
}

interface ScrollMeasures extends ScrollFigures {
  /** Main-thread time per frame, in ms. */
  readonly frameMs: number;
  readonly heapMB: number;
  readonly heapAfterMB: number;
}

/** Scrolls through the cached rows, and measures the heap before and after. */
export async function measureScrolling(stage: Stage, slowness: number, forMs: number): Promise<ScrollMeasures> {
  const page = await stage.context.newPage();
  try {
    await page.goto(stage.app);
    await untilRowsStand(page);
    // Wait until the search has read the cache, which isn't measured here.
    await page.waitForTimeout(4000);
    const heapMB = await heapOf(page);
    if (slowness > 1) await throttle(page, slowness);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const before = await busyMs(session);
    const figures = await page.evaluate(scroll, { rowsPerSecond: 1000, forMs });
    const frameMs = ((await busyMs(session)) - before) / figures.frames;
    await session.detach();
    await page.waitForTimeout(1000);
    return { ...figures, frameMs, heapMB, heapAfterMB: await heapOf(page) };
  } finally {
    await page.close();
  }
}
