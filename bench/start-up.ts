import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import type { Stage } from "./stage.ts";

/** A closed page keeps working for this long, in ms, in the process the next page gets. */
const restMs = 250;

/** Console message once the first row is painted, followed by the ms since navigation. */
const painted = "first row";

/** Logs it in the page. Waiting from outside would inject a test-driver script, which costs the main thread a tenth of a start. */
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

/** The interquartile mean: a median would jump from frame to frame. */
export function middle(values: readonly number[]): number {
  const half = values.toSorted((a, b) => a - b).slice(Math.floor(values.length / 4), Math.ceil((values.length * 3) / 4));
  return half.reduce((sum, value) => sum + value, 0) / half.length;
}

export async function throttle(page: Page, times: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: times });
  return session;
}

/**
 * Loads a URL in a new page until the first row is painted. `measure` gets the page before navigation, and a function that starts
 * it.
 */
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

/** From navigation to the paint of the first row, in ms. */
const firstRow = (context: BrowserContext, url: string, slowness: number): Promise<number> =>
  inNewPage(context, url, async (page, start) => {
    if (slowness > 1) await throttle(page, slowness);
    return start();
  });

/** An event in the browser's trace format; `ts` is its time, `tdur` the thread's CPU time, both in µs. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly tdur?: number;
}

/** The main thread's CPU time until then, in ms; hardly affected by other load on the machine. */
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

/** Measures the app and the bare page alternately, so that other load hits both. */
async function inTurns(runs: number, measure: (name: "app" | "bare") => Promise<number>): Promise<Against> {
  const times = { app: [] as number[], bare: [] as number[] };
  for (let run = 0; run <= runs; run += 1) for (const name of ["bare", "app"] as const) times[name].push(await measure(name));
  // Skip the first round, a warm-up.
  return { ms: middle(times.app.slice(1)), limitMs: middle(times.bare.slice(1)) };
}

/** `app`: the address compared with the bare page. */
export const againstBare = (stage: Stage, runs: number, slowness = 1, app = stage.app): Promise<Against> =>
  inTurns(runs, (name) => firstRow(stage.context, name === "app" ? app : stage.bare, slowness));

/** The same, comparing main-thread time. */
export const threadAgainstBare = (stage: Stage, runs: number, app = stage.app): Promise<Against> =>
  inTurns(runs, (name) => threadTime(stage.context, name === "app" ? app : stage.bare));

/** `againstBare` offline, each start the first of a browser process. Leaves the browser offline, after one such start. */
export const againstBareAfresh = (stage: Stage, runs: number): Promise<Against> =>
  inTurns(runs, async (name) => {
    await stage.reopen();
    await stage.context.setOffline(true);
    return firstRow(stage.context, stage[name], 1);
  });
