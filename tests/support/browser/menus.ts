import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/**
 * Clicks an item of the menu that opens, once it is in its place. Until then it is above the page, where Playwright would scroll
 * for it, and the menu would move under the pointer.
 */
export async function chooseFromMenu(page: Page, name: string | RegExp): Promise<void> {
  const item = page.getByRole("menuitem", { name });
  await expect(item).toBeInViewport();
  await item.click();
}
