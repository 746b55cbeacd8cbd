import type { Page } from "@playwright/test";
import { untilStill } from "./still.ts";
import { expect } from "./test.ts";

/**
 * Clicks an item of the menu that opens, once it is in its place. Until then it is above the page, or moving, where Playwright
 * would scroll for it, and the menu would move under the pointer.
 */
export async function chooseFromMenu(page: Page, name: string | RegExp): Promise<void> {
  const item = page.getByRole("menuitem", { name });
  await expect(item).toBeInViewport();
  // On a phone it begins within the viewport, and has its place once this says where.
  const place = () => page.evaluate(() => document.querySelector<HTMLElement>(":has(> [role=menu])")?.style.getPropertyValue("--x"));
  await expect.poll(place).toBeTruthy();
  await untilStill(page);
  await item.click();
}
