import { expectAccessible } from "../support/browser/axe.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, testWithShell as test } from "../support/browser/test.ts";

test("[HOST-1] the contract can be read where the app is installed, in both themes, by pointer and keyboard", async ({ page }) => {
  await page.goto("/login");
  await untilShellIsKept(page);
  await page.goto("/docs/api");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The contract between the app and its host");
  // The calls are alike, and too many for axe.
  await expectAccessible(page, ["header", "nav", "main > section:first-child", "main > section:last-child"]);
  await page.getByRole("navigation", { name: "Calls" }).getByRole("link", { name: "Adds to a user's balance" }).click();
  await expect(page.getByRole("heading", { name: "Adds to a user's balance" })).toBeInViewport();
  await page.goto("/docs/api");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#calls$/);
});

test("[AUTH-6] the page that a mailed link opens is the host's where the app is installed, too", async ({ page }) => {
  await page.goto("/login");
  await untilShellIsKept(page);
  await page.goto("/reset-password/confirm?token=none");
  await expect(page.getByRole("heading", { name: "Choose a new PIN" })).toBeVisible();
  await page.goto("/reset-password");
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
});
