import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import type { Stage } from "./stage.ts";

/** Notes, in the page, when the first row has been painted (ms since the navigation). */
function noteFirstRow(): void {
  const look = new MutationObserver(() => {
    if (!document.querySelector("[aria-rowindex] td")) return;
    look.disconnect();
    requestAnimationFrame(() => setTimeout(() => Reflect.set(window, "firstRowAt", performance.now())));
  });
  look.observe(document, { childList: true, subtree: true });
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;

export async function throttle(page: Page, times: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: times });
  return session;
}

/** From the navigation to the paint of the first row, in ms, in a new page. */
async function firstRow(context: BrowserContext, url: string, slowness: number): Promise<number> {
  const page = await context.newPage();
  try {
    await page.addInitScript(noteFirstRow);
    if (slowness > 1) await throttle(page, slowness);
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForFunction(() => Reflect.has(window, "firstRowAt"), undefined, { timeout: 60_000 });
    return Number(await page.evaluate(() => Reflect.get(window, "firstRowAt")));
  } finally {
    await page.close();
  }
}

export interface Against {
  readonly ms: number;
  readonly limitMs: number;
}

/** The app and the bare page in turns, so that whatever else the machine does falls on both. */
async function inTurns(runs: number, measure: (name: "app" | "bare") => Promise<number>): Promise<Against> {
  const times = { app: [] as number[], bare: [] as number[] };
  for (let run = 0; run <= runs; run += 1) for (const name of ["bare", "app"] as const) times[name].push(await measure(name));
  // The first turn warms up.
  return { ms: median(times.app.slice(1)), limitMs: median(times.bare.slice(1)) };
}

export const againstBare = (stage: Stage, runs: number, slowness = 1): Promise<Against> =>
  inTurns(runs, (name) => firstRow(stage.context, stage[name], slowness));

/** The same without a network, and each start the first of a browser process. Leaves a browser that has had one such start, offline. */
export const againstBareAfresh = (stage: Stage, runs: number): Promise<Against> =>
  inTurns(runs, async (name) => {
    await stage.reopen();
    await stage.context.setOffline(true);
    return firstRow(stage.context, stage[name], 1);
  });
