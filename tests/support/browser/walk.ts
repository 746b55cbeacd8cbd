import type { Page, Request } from "@playwright/test";

/** What never comes to rest is looked at all the same, after this many ms. */
const quietWithinMs = 10_000;

/**
 * Goes to a screen, as a link does where the app stands already, else by loading it, and waits until the page rests:
 * nothing that it asked for is awaited, and it has nothing left to do.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  const awaited = new Set<Request>();
  const ended = (request: Request) => void awaited.delete(request);
  const asked = (request: Request) => void awaited.add(request);
  page.on("request", asked).on("requestfinished", ended).on("requestfailed", ended);
  try {
    const isInApp = await page.evaluate(() => document.querySelector("#root nav") !== null).catch(() => false);
    if (isInApp) await page.evaluate((to) => history.pushState(null, "", to), path);
    else await page.goto(path);
    // By its element: under an open dialog it has no role.
    await page.locator("h1").first().waitFor();
    const until = Date.now() + quietWithinMs;
    for (let rests = 0; rests < 3 && Date.now() < until;) {
      // What has come is drawn, and may ask for more.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve), { timeout: 1000 })));
      rests = awaited.size === 0 ? rests + 1 : 0;
    }
  } finally {
    page.off("request", asked).off("requestfinished", ended).off("requestfailed", ended);
  }
}
