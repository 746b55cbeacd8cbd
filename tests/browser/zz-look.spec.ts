import { fakeSession } from "../support/fake-login.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const rows = Array.from({ length: 120 }, (_, n) =>
  wireRow(n, n % 3 === 0 ? { currency: "NGN", amount: -1500.5, type: "WITHDRAWAL", bankName: "GTB", accountNumberMasked: "***1" } : {}),
);
for (const [name, width, height, touch] of [
  ["laptop", 1440, 900, false],
  ["tablet", 820, 1180, true],
  ["phone", 390, 844, true],
  ["narrow", 1280, 800, false],
] as const)
  test.describe(name, () => {
    test.use({ viewport: { width, height }, hasTouch: touch, isMobile: touch });
    test(`look ${name}`, async ({ page, host, played }) => {
      playDashboard(played, rows);
      await keepSession(page, host.origin, fakeSession());
      await page.goto("/");
      await expect(page.getByRole("cell", { name: "user0", exact: true })).toBeVisible();
      await page.waitForTimeout(1500);
      if (!touch) {
        await page.getByRole("cell", { name: "user2", exact: true }).hover();
        await page.screenshot({ path: `/tmp/h/shots/${name}-hover.png` });
        await page.getByRole("cell", { name: "user1", exact: true }).click();
        await page.keyboard.press("x");
        await page.keyboard.press("Shift+ArrowDown");
        await page.keyboard.press("Shift+ArrowDown");
      } else {
        await page.getByRole("button", { name: "Select", exact: true }).click();
        await page.getByRole("cell", { name: "user1", exact: true }).tap();
        await page.getByRole("cell", { name: "user3", exact: true }).tap();
      }
      await expect(page.getByRole("region", { name: "Selection" })).toBeVisible();
      await page.screenshot({ path: `/tmp/h/shots/${name}-sel.png` });
      await page.evaluate(() => (document.documentElement.dataset["theme"] = "dark"));
      await page.screenshot({ path: `/tmp/h/shots/${name}-dark.png` });
    });
  });
