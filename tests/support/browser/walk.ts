import type { Page, Request } from "@playwright/test";

/** So long must a page have asked for nothing, in ms, to count as having all that it asks for. */
const quietForMs = 100;
const atMostMs = 15_000;

const pending = new WeakMap<Page, Set<Request>>();

function pendingOf(page: Page): Set<Request> {
  const known = pending.get(page);
  if (known) return known;
  const requests = new Set<Request>();
  pending.set(page, requests);
  page.on("request", (request) => requests.add(request));
  page.on("requestfinished", (request) => requests.delete(request));
  page.on("requestfailed", (request) => requests.delete(request));
  // A page that is left takes its requests along, and tells of no end.
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) requests.clear();
  });
  return requests;
}

/** Waits until the page has what it asked for: nothing is under way, and nothing has been for a moment. */
export async function untilQuiet(page: Page): Promise<void> {
  const requests = pendingOf(page);
  const startedAt = Date.now();
  let quietSince = startedAt;
  while (Date.now() - quietSince < quietForMs && Date.now() - startedAt < atMostMs) {
    if (requests.size > 0) quietSince = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Goes to a screen, as a link does where the app stands already, else by loading it; waits for its title and for what
 * it asks the host for.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  pendingOf(page);
  const isInApp = await page.evaluate(() => document.querySelector("#root nav") !== null).catch(() => false);
  if (isInApp) await page.evaluate((to) => history.pushState(null, "", to), path);
  else await page.goto(path);
  await untilQuiet(page);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}
