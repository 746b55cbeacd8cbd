import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/**
 * Clicks an item of the menu that opens, once it is in its place: before, the item is outside the page, where Playwright scrolls
 * for it, and the menu moves under the pointer.
 */
export async function chooseFromMenu(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.locator("[data-part=positioner][style*='--x:'] [role=menu]")).toBeVisible();
  await page.getByRole("menuitem", { name }).click();
}
