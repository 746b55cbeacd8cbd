import { fakeSession } from "../support/fake-login.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { playFigures } from "../support/browser/played-figures.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const path = "/fees-rates/price-calculator";

test("[PRICE-1, PRICE-2, PRICE-4] the three tabs are accessible; offline prices and swaps are reckoned here, and say how old each figure is", async ({
  page,
  host,
  played,
  context,
}) => {
  // Three axe runs, each of which takes a while.
  test.slow();
  playFigures(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto(`${path}?tab=swap`);
  await expect(page.getByText("1.5%").first()).toBeVisible();
  await page.getByLabel("Amount").fill("152250");
  await expect(page.getByRole("cell", { name: /^99 USDT/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Global Asset" }).click();
  await expect(page.getByText("Sale")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Price Calculator" }).click();
  await expect(page.getByLabel("Original Price")).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(true);
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByLabel("Original Price").fill("1000.01");
  await page.getByLabel("Asset Label").fill("BTC");
  await page.getByRole("button", { name: "Calculate", exact: true }).click();
  await expect(page.getByText("N950.01", { exact: true })).toBeVisible();
  await expect(page.getByText(/Calculated on this device/)).toBeVisible();
  await page.getByRole("tab", { name: "Global Swap" }).click();
  await page.getByLabel("Amount").fill("100");
  await page.getByLabel("From").selectOption("USDT");
  await page.getByLabel("To", { exact: true }).selectOption("NGN");
  const steps = page.getByRole("table", { name: "Steps of the sum" });
  await expect(steps.getByRole("cell", { name: "₦1,428.25" })).toBeVisible();
  await expect(steps.getByRole("cell", { name: "141,396.75 NGN" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Figures in use" }).getByText(/as of/)).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Update markup" })).toHaveAttribute("aria-disabled", "true");
  await context.setOffline(false);
});
