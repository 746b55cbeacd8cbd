import type { Page } from "@playwright/test";
import { fakeSession } from "../support/fake-login.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const openMenu = (page: Page, row: number): Promise<void> =>
  page
    .getByRole("row")
    .nth(row + 1)
    .getByRole("button", { name: /^Actions for / })
    .click();
const item = (page: Page, name: string) => page.getByRole("menuitem", { name, exact: true });

// How many and for how long: tests/unit/held-toasts.test.tsx.
test("[LAY-6] toasts stand at the top centre, 356 px wide", async ({ page, context, host, played }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: host.origin });
  playDashboard(played, [wireRow(0), wireRow(1)]);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(page.getByRole("cell", { name: "user0", exact: true })).toBeVisible();
  await openMenu(page, 0);
  await item(page, "Copy Transaction ID").click();
  const box = await page
    .getByText("Transaction ID copied")
    .first()
    .locator("xpath=ancestor-or-self::*[@role='status' or @role='alert' or @data-part='root'][1]")
    .boundingBox();
  expect(Math.round(box?.width ?? 0)).toBe(356);
  expect(box?.y).toBeLessThan(120);
  expect(Math.abs((box?.x ?? 0) + 178 - 720)).toBeLessThan(8);
});
