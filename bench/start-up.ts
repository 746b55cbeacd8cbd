import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import type { Stage } from "./stage.ts";

/** A page that was closed works on for a while in the process that the next one gets, in ms. */
const restMs = 250;

/** What the page says to its console once the first row has been painted, followed by the ms since the navigation. */
const painted = "first row";

/**
 * Says `says` in the page then. To wait for it from outside would put a script of the harness's own into the page, which
 * takes the page's thread a tenth of a start.
 */
function noteFirstRow(says: string): void {
  const look = new MutationObserver(() => {
    if (!document.querySelector("[aria-rowindex] td")) return;
    look.disconnect();
    requestAnimationFrame(() =>
      setTimeout(() => {
        performance.mark(says);
        console.debug(says, performance.now());
      }),
    );
  });
  look.observe(document, { childList: true, subtree: true });
}

/** The mean of the middle half: a median would jump from frame to frame. */
export function middle(values: readonly number[]): number {
  const half = values.toSorted((a, b) => a - b).slice(Math.floor(values.length / 4), Math.ceil((values.length * 3) / 4));
  return half.reduce((sum, value) => sum + value, 0) / half.length;
}

export async function throttle(page: Page, times: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: times });
  return session;
}

/** Starts in a new page until the first row is painted. `measure` is given the page before it goes anywhere, and how to go. */
async function inNewPage<T>(
  context: BrowserContext,
  url: string,
  measure: (page: Page, start: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const page = await context.newPage();
  try {
    await page.addInitScript(noteFirstRow, painted);
    return await measure(page, async () => {
      const [said] = await Promise.all([
        page.waitForEvent("console", { predicate: (message) => message.text().startsWith(painted), timeout: 60_000 }),
        page.goto(url, { waitUntil: "commit" }),
      ]);
      return Number(said.text().slice(painted.length));
    });
  } finally {
    await page.close();
    await sleep(restMs);
  }
}

/** From the navigation to the paint of the first row, in ms. */
const firstRow = (context: BrowserContext, url: string, slowness: number): Promise<number> =>
  inNewPage(context, url, async (page, start) => {
    if (slowness > 1) await throttle(page, slowness);
    return start();
  });

/** Of the browser's trace format; `ts` is when, `tdur` how long the thread itself was at work, both in µs. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly tdur?: number;
}

/** How long the page's thread was at work until then, in ms: what else the machine does hardly changes that. */
const threadTime = (context: BrowserContext, url: string): Promise<number> =>
  inNewPage(context, url, async (page, start) => {
    const session = await context.newCDPSession(page);
    const events: TraceEvent[] = [];
    session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
    const complete = new Promise<void>((resolve) => session.once("Tracing.tracingComplete", () => resolve()));
    const includedCategories = ["disabled-by-default-devtools.timeline", "blink.user_timing"];
    await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories } });
    await start();
    await session.send("Tracing.end");
    await complete;
    const mark = events.find(({ name }) => name === painted);
    if (!mark) throw new Error("the trace doesn't say when the first row was painted");
    const tasks = events.filter(({ name, pid, tid, ts }) => name === "RunTask" && pid === mark.pid && tid === mark.tid && ts < mark.ts);
    return tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
  });

export interface Against {
  readonly ms: number;
  readonly limitMs: number;
}

/** The app and the bare page in turns, so that whatever else the machine does falls on both. */
async function inTurns(runs: number, measure: (name: "app" | "bare") => Promise<number>): Promise<Against> {
  const times = { app: [] as number[], bare: [] as number[] };
  for (let run = 0; run <= runs; run += 1) for (const name of ["bare", "app"] as const) times[name].push(await measure(name));
  // The first turn warms up.
  return { ms: middle(times.app.slice(1)), limitMs: middle(times.bare.slice(1)) };
}

/** `app`: the address of what stands against the bare page. */
export const againstBare = (stage: Stage, runs: number, slowness = 1, app = stage.app): Promise<Against> =>
  inTurns(runs, (name) => firstRow(stage.context, name === "app" ? app : stage.bare, slowness));

/** The same in what they take of the page's thread. */
export const threadAgainstBare = (stage: Stage, runs: number, app = stage.app): Promise<Against> =>
  inTurns(runs, (name) => threadTime(stage.context, name === "app" ? app : stage.bare));

/** `againstBare` without a network, and each start the first of a browser process. Leaves a browser that has had one such start, offline. */
export const againstBareAfresh = (stage: Stage, runs: number): Promise<Against> =>
  inTurns(runs, async (name) => {
    await stage.reopen();
    await stage.context.setOffline(true);
    return firstRow(stage.context, stage[name], 1);
  });
