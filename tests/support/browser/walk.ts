import type { Page, Request } from "@playwright/test";

/** Stop waiting for a page that never goes quiet after this long, in ms. */
const quietWithinMs = 10_000;

/** Goes to a screen, by link if the app is open, else by loading it, and waits until the page is idle with no open requests. */
export async function goTo(page: Page, path: string): Promise<void> {
  const awaited = new Set<Request>();
  const ended = (request: Request) => void awaited.delete(request);
  const asked = (request: Request) => void awaited.add(request);
  page.on("request", asked).on("requestfinished", ended).on("requestfailed", ended);
  try {
    const isInApp = await page.evaluate(() => document.querySelector("#root nav") !== null).catch(() => false);
    if (isInApp) await page.evaluate((to) => history.pushState(null, "", to), path);
    else await page.goto(path);
    // By element: under an open dialog it has no role.
    await page.locator("h1").first().waitFor();
    const until = Date.now() + quietWithinMs;
    for (let rests = 0; rests < 3 && Date.now() < until;) {
      // Let answers be drawn, which may cause further requests.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve), { timeout: 1000 })));
      rests = awaited.size === 0 ? rests + 1 : 0;
    }
  } finally {
    page.off("request", asked).off("requestfinished", ended).off("requestfailed", ended);
  }
}
