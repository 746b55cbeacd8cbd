import type { Page } from "@playwright/test";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, testWithShell as test } from "../support/browser/test.ts";

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) sessionStorage.setItem("put away", document.body.checkVisibility() ? "came back in sight" : "came back empty");
    });
  });
});

/** Opens a screen, and leaves it for a page without the app. */
async function leave(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => sessionStorage.removeItem("put away"));
  await untilShellIsKept(page);
  // Reload, as a page that a service worker took over while open isn't put away.
  await page.reload();
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await page.goto("/icon.svg");
}

/** Expects that the page was put away (the browser decides) and came back empty. */
const expectPutAway = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => sessionStorage.getItem("put away")), { timeout: 3000 }).toBe("came back empty");

test("[SYNC-1, SYNC-7, AUTH-14, SYNC-9] Back shows the cached rows of a page that was put away, online and offline, and the cache stays on; once its session is over it shows nobody's data", async ({
  signedIn: page,
  context,
}) => {
  test.slow();
  for (const network of ["online", "offline"])
    for (const path of ["/", "/users"])
      await test.step(`${network}, Back to ${path}`, async () => {
        await expect(async () => {
          await context.setOffline(false);
          await leave(page, path);
          await context.setOffline(network === "offline");
          await page.goBack({ waitUntil: "commit" });
          await expect(page.getByRole("row").nth(5)).toBeVisible();
          await expectPutAway(page);
        }).toPass();
        await expect(page.getByRole("banner").getByText(network === "offline" ? /Offline since/ : /Live · /)).toBeVisible();
        await expect(page.getByText("The cache is off")).toBeHidden();
      });

  await test.step("once its session is over", async () => {
    await context.setOffline(false);
    const [token, user] = await page.evaluate(() => [localStorage.getItem("token") ?? "", localStorage.getItem("user") ?? ""]);
    await expect(async () => {
      await keepSession(page, new URL(page.url()).origin, { token, user });
      await leave(page, "/users");
      await page.evaluate(() => localStorage.removeItem("token"));
      await page.goBack({ waitUntil: "commit" });
      await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
      await expectPutAway(page);
    }).toPass();
  });
});
