import type { Page, Route } from "@playwright/test";
import { allTransactions } from "../support/browser/truth.ts";
import { keptBy } from "../support/browser/kept.ts";
import { untilShellIsKept, visitOnce } from "../support/browser/shell.ts";
import { expect, testWithShell as test } from "../support/browser/test.ts";

/** Visits the dashboard once, then goes offline. */
async function goOffline(page: Page): Promise<void> {
  await visitOnce(page);
  await page.context().setOffline(true);
}

const routes = ["/", "/dashboard", "/users", "/fees-rates", "/funding", "/security", "/audit", "/settings", "/no/such/page"];

/** When, in ms after navigation, the service worker was asked for the page; 0: never. */
const workerAskedAt = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType("navigation");
    return entry instanceof PerformanceNavigationTiming ? entry.workerStart : Number.NaN;
  });

test("[PWA-2, AUTH-13, AUTH-16, SYNC-1, LAY-7] with the network gone every route opens, the dashboard with its cached rows and their age and past the worker; Cache Storage holds the shell and no answer of the host", async ({
  signedIn: page,
  context,
  host,
  session,
}) => {
  test.slow();
  const [newest] = await allTransactions(host, session);
  const row = page.getByTitle(newest?.reference ?? "", { exact: true });
  const answered = new Set<string>();
  context.on("response", (response) => {
    if (response.headers()["content-type"]?.includes("application/json")) answered.add(new URL(response.url()).pathname);
  });
  await page.goto("/");
  await expect(row).toBeVisible();
  await untilShellIsKept(page);

  await test.step("Cache Storage holds the shell and no answer of the host", async () => {
    expect([...answered]).toContain("/analytics/dashboard");
    const { cachedUrls } = await keptBy(page);
    expect(cachedUrls.length).toBeGreaterThan(5);
    const kept = cachedUrls
      .map((url) => new URL(url))
      .filter(({ pathname }) => answered.has(pathname) && !["/config.json", "/news.json"].includes(pathname));
    expect(kept).toEqual([]);
    expect(cachedUrls.filter((url) => !url.startsWith(host.origin) || url.includes(session.token))).toEqual([]);
  });

  await context.setOffline(true);
  await test.step("the dashboard shows the cached rows and says from when they are", async () => {
    await page.reload();
    await expect(row).toBeVisible();
    await expect(page.getByRole("banner").getByText(/Offline since \d|Host out of reach/)).toBeVisible();
    await expect(page.getByText(/as of/i).first()).toBeVisible();
  });
  await test.step("a start at the dashboard waits for no service worker; other pages come from it", async () => {
    for (const route of ["/", "/dashboard"]) {
      await page.goto(route);
      await expect(page.getByRole("row").nth(5)).toBeVisible();
      expect(await workerAskedAt(page)).toBe(0);
    }
    for (const route of ["/users", "/?search=0.5"]) {
      await page.goto(route);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await workerAskedAt(page)).toBeGreaterThan(0);
    }
  });
  await test.step("every route opens, after a reload and from a new page", async () => {
    for (const route of routes) {
      await page.goto(route);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("banner")).toBeVisible();
    }
    // What is asked for at a reload may differ from what is at a visit, but not from route to route.
    await page.goto("/users");
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const cold = await context.newPage();
    await cold.goto("/");
    await expect(cold.getByRole("row").nth(5)).toBeVisible();
  });
});

const unwell: Readonly<Record<string, (route: Route) => Promise<void> | undefined>> = {
  "never answers": () => undefined,
  "answers through a gateway that can't reach it": (route) => route.fulfill({ status: 503, body: "<h1>Service unavailable</h1>" }),
};
test("[PWA-2, AUTH-16, CONF-1] of a server that never answers, or that a gateway can't reach, the last config.json holds", async ({
  signedIn: page,
  context,
}) => {
  await visitOnce(page);
  for (const [what, answer] of Object.entries(unwell))
    await test.step(what, async () => {
      await context.route("**/config.json", answer);
      for (const route of ["/users", "/"]) {
        await page.goto(route);
        await expect(page.getByRole("banner")).toBeVisible();
        await expect(page.getByRole("row").nth(2)).toBeVisible();
      }
      await context.unroute("**/config.json");
    });
});

test("[PWA-2, AUTH-1, CONF-1] signed out and offline, the sign-in page opens; where no config.json is kept and the server never answers, the app says so, and goes on once it does", async ({
  page,
  context,
}) => {
  const welcome = page.getByRole("heading", { name: "Welcome back!" });
  await page.goto("/login");
  await untilShellIsKept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(welcome).toBeVisible();
  await context.setOffline(false);

  await page.evaluate(async () => (await caches.open("settings")).delete("/config.json"));
  await context.route("**/config.json", () => undefined);
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("no whole answer", { timeout: 20_000 });
  await context.unroute("**/config.json");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(welcome).toBeVisible();
});

test("[PWA-2, SYNC-1] a browser that can't go past the service worker starts at the dashboard offline too", async ({
  signedIn: page,
  context,
}) => {
  await context.route("**/worker.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `delete InstallEvent.prototype.addRoutes;${await response.text()}` });
  });
  await goOffline(page);
  for (const route of ["/", "/dashboard"]) {
    await page.goto(route);
    await expect(page.getByRole("row").nth(5)).toBeVisible();
    expect(await workerAskedAt(page)).toBeGreaterThan(0);
  }
});
