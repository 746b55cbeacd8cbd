import type { Locator, Page } from "@playwright/test";
import { paths } from "../../src/app/links.ts";
import { fakeSession } from "../support/fake-login.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";
import { playFigures } from "../support/browser/played-figures.ts";
import { playUsers } from "../support/browser/played-users.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { untilStill } from "../support/browser/still.ts";
import { goTo } from "../support/browser/walk.ts";

/** Fits a tablet and a small phone, with this in sight. */
async function expectToFitNarrow(page: Page, shown: Locator): Promise<void> {
  for (const width of [768, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await untilStill(page);
    await expect(shown).toBeVisible();
    await expectToFit(page);
  }
}

const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** Every screen is looked at with axe at 1440 px already (every-route.spec.ts). */
async function expectAccessibleAt(page: Page, width: number): Promise<void> {
  if (width !== 1440) await expectAccessible(page);
}

/** Nothing hangs out at the side, where nobody finds it. */
async function expectToFit(page: Page): Promise<void> {
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overhang, page.url()).toBeLessThanOrEqual(0);
}

for (const { width, height } of sizes) {
  test(`[AUTH-2, AUTH-4, AUTH-6] at ${width} px the pages before a sign-in fit, and are accessible in both themes`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const path of [paths.login, paths.register, paths.resetPassword]) {
      await goTo(page, path);
      await expectToFit(page);
      await expectAccessibleAt(page, width);
    }
  });

  test(`[LAY-1, LAY-8, DASH-2] at ${width} px the dashboard and the page for an unknown path fit, and are accessible in both themes`, async ({
    page,
    host,
    played,
  }) => {
    await page.setViewportSize({ width, height });
    playDashboard(played, wireRows(60));
    await keepSession(page, host.origin, fakeSession());
    await page.goto("/");
    await expect(page.getByText("user3").first()).toBeVisible();
    await expectToFit(page);
    await page.getByRole("button", { name: "Filters", exact: true }).click();
    await expect(page.getByLabel("Date from")).toBeVisible();
    await expectToFit(page);
    await expectAccessible(page);
    await goTo(page, "/no/such/page");
    await expectToFit(page);
    await expectAccessibleAt(page, width);
  });
}

const about = `?email=${encodeURIComponent("user001@example.com")}`;
const screens = [
  "/users",
  `/user-management/summary${about}`,
  `/user-management/disable-2fa${about}`,
  `/user-management/remove-password${about}`,
  "/user-management/create-new-admin",
  `/user-management/wipe-pending-balance${about}`,
  `/user-management/generate-wallet-by-phone${about}`,
  `/user-management/regenerate-wallet-by-phone${about}`,
  `/user-management/fetch-wallets${about}`,
  "/security",
  "/fees-rates",
  "/fees-rates/view/USDT/Tron",
  "/fees-rates/edit-fee?currency=USDT&network=Tron",
  "/fees-rates/edit-network-name?currency=USDT&network=Tron",
  "/fees-rates?tab=onramp",
  "/fees-rates?tab=offramp",
  "/fees-rates/gift-card-rates",
  "/fees-rates/price-calculator",
  "/fees-rates/price-calculator?tab=asset",
  "/fees-rates/price-calculator?tab=swap",
];
test("[USER-1, TOOL-1, WALL-1, SEC-1, FEE-1, RATE-1, GIFT-1, PRICE-1] at 768 and 320 px every screen of users and of figures fits", async ({
  page,
  host,
  played,
}) => {
  test.slow();
  const figures = playFigures(played);
  playUsers(played).on("GET /set-fee/crypto-fee/USDT/Tron", () => ({ json: { data: figures.fees[1] } }));
  await keepSession(page, host.origin, fakeSession());
  for (const path of screens) {
    await goTo(page, path);
    await expectToFitNarrow(page, page.getByRole("main").getByRole("button").or(page.getByRole("main").getByRole("link")).first());
  }
});

test("[SET-1, AUTH-18] at 768 and 320 px the settings and the admins fit", async ({ signedIn: page }) => {
  for (const [path, last] of [
    [paths.settings, "Save"],
    [paths.admins, /^Actions for/],
  ] as const) {
    await goTo(page, path);
    await expectToFitNarrow(page, page.getByRole("main").getByRole("button", { name: last }).first());
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });

  test("[LAY-1] the sidebar is a drawer, which closes on a route change", async ({ page, host, played }) => {
    playDashboard(played).on("GET /admin/settings", { json: { data: { emailNotifications: false } } });
    await keepSession(page, host.origin, fakeSession());
    await page.goto("/");
    const entry = page.getByRole("link", { name: "Settings", exact: true });
    await expect(entry).toBeHidden();
    await page.getByRole("banner").getByRole("button", { name: "Expand sidebar" }).click();
    await expect(entry).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(entry).toBeHidden();
    await page.getByRole("banner").getByRole("button", { name: "Expand sidebar" }).click();
    await entry.click();
    await expect(page).toHaveURL(/\/settings$/);
    await expect(entry).toBeHidden();
  });
});
