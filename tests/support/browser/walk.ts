import type { Page, Request } from "@playwright/test";
import { eventsPath } from "../../../src/contract/events.ts";

/** Stop waiting for a page that never goes quiet after this long, in ms. */
const quietWithinMs = 10_000;
/** One rest of a page: nothing changes in it for this long, in ms. */
const restMs = 60;

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
  const ended = (request: Request) => void awaited.delete(request);
  const asked = (request: Request) => {
    // The stream of changes stays open.
    if (new URL(request.url()).pathname !== eventsPath) awaited.add(request);
  };
  page.on("request", asked).on("requestfinished", ended).on("requestfailed", ended);
  try {
    const isInApp = await page.evaluate(() => document.querySelector("#root nav") !== null).catch(() => false);
    if (isInApp) await page.evaluate((to) => history.pushState(null, "", to), path);
    else await page.goto(path);
    // By element: under an open dialog it has no role. The title is the frame's, and there before the screen.
    await page.waitForFunction(
      () => document.querySelector("h1")?.checkVisibility({ visibilityProperty: true }) && document.querySelector("main > *"),
    );
    const until = Date.now() + quietWithinMs;
    for (let rests = 0; rests < 3 && Date.now() < until;) {
      // Let answers be drawn, which may cause further requests. `requestIdleCallback` often comes only at its timeout.
      await untilRest(page, until - Date.now());
      rests = awaited.size === 0 ? rests + 1 : 0;
    }
  } finally {
    page.off("request", asked).off("requestfinished", ended).off("requestfailed", ended);
  }
}
