import { expectAccessible } from "../support/browser/axe.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, testWithShell as test } from "../support/browser/test.ts";

test("[HOST-1, AUTH-6] where the app is installed, the contract can be read in both themes, by pointer and keyboard, and the page that a mailed link opens is the host's", async ({
  page,
}) => {
  await page.goto("/login");
  await untilShellIsKept(page);
  await page.goto("/docs/api");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The contract between the app and its host");
  // The calls are alike, and too many for axe.
  await page.evaluate(() => {
    for (const section of document.querySelectorAll("main > section:not(:first-child, :nth-child(2), :last-child)")) section.remove();
  });
  await expectAccessible(page, ["header", "nav", "main"]);
  await page.reload();
  await page.getByRole("navigation", { name: "Calls" }).getByRole("link", { name: "Adds to a user's balance" }).click();
  await expect(page.getByRole("heading", { name: "Adds to a user's balance" })).toBeInViewport();
  await page.goto("/docs/api");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#calls$/);
  await page.goto("/reset-password/confirm?token=none");
  await expect(page.getByRole("heading", { name: "Choose a new PIN" })).toBeVisible();
  await page.goto("/reset-password");
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
});
