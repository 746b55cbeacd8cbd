import type { Page } from "@playwright/test";
import { fakeSession } from "../support/fake-login.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const whole = wireRow(0, { secretNote: "kept as it came" });

const openMenu = (page: Page, row: number): Promise<void> =>
  page
    .getByRole("row")
    .nth(row + 1)
    .getByRole("button", { name: /^Actions for / })
    .click();
const item = (page: Page, name: string) => page.getByRole("menuitem", { name, exact: true });
const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

test.beforeEach(async ({ page, host, played, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: host.origin });
  playDashboard(played, [whole, wireRow(1)]);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(page.getByRole("cell", { name: "user0", exact: true })).toBeVisible();
});

test.describe("before a worker has kept the scripts", () => {
  test.use({ serviceWorkers: "block" });

  test("[LAY-6] a toast whose script can't be loaded takes nothing with it", async ({ page, context }) => {
    const stack = /\/assets\/toast-stack-/;
    await context.route(stack, (route) => route.abort("internetdisconnected"));
    const refused = page.waitForEvent("requestfailed", (request) => stack.test(request.url()));
    await openMenu(page, 0);
    await item(page, "Copy Reference").click();
    await refused;
    await openMenu(page, 0);
    await item(page, "View Full Details").click();
    await expect(page.getByRole("dialog", { name: "Transaction details" })).toBeVisible();
    expect(await clipboard(page)).toBe(whole["reference"]);
  });
});

test("[LAY-6] toasts stand at the top centre, 356 px wide, at most three at once, for four seconds", async ({ page }) => {
  // Installed in a running page, the clock would be at 1970 for a moment, which the idle lock takes for a clock put back.
  const { pathname } = new URL(page.url());
  await page.goto("about:blank");
  await page.clock.install();
  await page.goto(pathname);
  for (let n = 0; n < 4; n += 1) {
    await openMenu(page, 0);
    await item(page, "Copy Transaction ID").click();
    await expect(page.getByText("Transaction ID copied").first()).toBeVisible();
  }
  const toasts = page.getByText("Transaction ID copied");
  await expect.poll(async () => (await toasts.all()).length).toBeLessThanOrEqual(3);
  const box = await toasts
    .first()
    .locator("xpath=ancestor-or-self::*[@role='status' or @role='alert' or @data-part='root'][1]")
    .boundingBox();
  expect(Math.round(box?.width ?? 0)).toBe(356);
  expect(box?.y).toBeLessThan(120);
  expect(Math.abs((box?.x ?? 0) + 178 - 720)).toBeLessThan(8);
  await page.clock.runFor(4500);
  await expect(toasts).toHaveCount(0);
});
