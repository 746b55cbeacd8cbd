import type { Page, Request } from "@playwright/test";
import { eventsPath } from "../../../src/contract/events.ts";

/** Stop waiting for a page that never goes quiet after this long, in ms. */
const quietWithinMs = 10_000;
/** A page is at rest once nothing has changed in it for this long, in ms. */
const restMs = 120;

/** Resolves once nothing has changed in the page for `restMs`. */
const untilRest = (page: Page, withinMs: number): Promise<void> =>
  page.evaluate(
    ([forMs, atMost]) =>
      new Promise<void>((resolve) => {
        const stop = () => {
          observer.disconnect();
          resolve();
        };
        let timer = setTimeout(stop, forMs);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(stop, forMs);
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        setTimeout(stop, atMost);
      }),
    [restMs, withinMs] as const,
  );

/** Goes to a screen, by link if the app is open, else by loading it, and waits until the page is at rest with no open requests. */
export async function goTo(page: Page, path: string): Promise<void> {
  const awaited = new Set<Request>();
  /** Requests open or begun during the current rest. */
  let asks = 0;
  const ended = (request: Request) => void awaited.delete(request);
  const asked = (request: Request) => {
    // The stream of changes stays open.
    if (new URL(request.url()).pathname === eventsPath) return;
    awaited.add(request);
    asks += 1;
  };
  page.on("request", asked).on("requestfinished", ended).on("requestfailed", ended);
  try {
    const isInApp = await page.evaluate(() => document.querySelector("#root nav") !== null).catch(() => false);
    if (isInApp) await page.evaluate((to) => history.pushState(null, "", to), path);
    else await page.goto(path);
    // By element: under an open dialog it has no role. The title is the frame's, and there before the screen.
    await page.waitForFunction(
      () => document.querySelector("h1")?.checkVisibility({ visibilityProperty: true }) && document.querySelector("main > *"),
      undefined,
      // Each animation frame that is asked for is also drawn.
      { polling: 50 },
    );
    const until = Date.now() + quietWithinMs;
    // Let answers be drawn, which may cause further requests. `requestIdleCallback` often comes only at its timeout.
    do {
      asks = awaited.size;
      await untilRest(page, until - Date.now());
    } while (asks > 0 && Date.now() < until);
  } finally {
    page.off("request", asked).off("requestfinished", ended).off("requestfailed", ended);
  }
}
