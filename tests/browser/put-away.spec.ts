import type { Page } from "@playwright/test";
import config from "../../playwright.config.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, test } from "../support/browser/test.ts";

// As people's browsers have it: a page that is left is put away, and comes back as it was.
test.use({ launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ["--disable-back-forward-cache"] } });

/** Opens a screen, leaves it for a page of no app, and has the browser put it away. */
async function leave(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) sessionStorage.setItem("put away", document.body.checkVisibility() ? "came back in sight" : "came back empty");
    });
  });
  await page.goto(path);
  await untilShellIsKept(page);
  // One that the service worker has taken over since it was opened isn't put away.
  await page.reload();
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await page.goto("/icon.svg");
}

const cameBack = (page: Page): Promise<string | null> => page.evaluate(() => sessionStorage.getItem("put away"));

for (const network of ["online", "offline"])
  for (const path of ["/", "/users"])
    test(`[SYNC-1, SYNC-7] ${network}, Back to ${path} shows the cached rows of a page that was put away, and the cache stays on`, async ({
      signedIn: page,
      context,
    }) => {
      await leave(page, path);
      await context.setOffline(network === "offline");
      await page.goBack({ waitUntil: "commit" });
      await expect(page.getByRole("row").nth(5)).toBeVisible();
      await expect.poll(() => cameBack(page)).toBe("came back empty");
      await expect(page.getByRole("banner").getByText(network === "offline" ? /Offline since/ : /Live · /)).toBeVisible();
      await expect(page.getByText("The cache is off")).toBeHidden();
    });

test("[AUTH-14, SYNC-9] a page that was put away shows nobody's data once its session is over", async ({ signedIn: page }) => {
  await leave(page, "/users");
  await page.evaluate(() => localStorage.removeItem("token"));
  await page.goBack({ waitUntil: "commit" });
  await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
  expect(await cameBack(page)).toBe("came back empty");
});
