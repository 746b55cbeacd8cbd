import type { Page } from "@playwright/test";
import { untilStill } from "./still.ts";
import { expect } from "./test.ts";

/**
 * Clicks an item of an opening menu once it stands still. Before that it is above the page or moving: Playwright would scroll to it,
 * and the menu would move under the pointer. `beforeClick` runs right before the click.
 */
export async function chooseFromMenu(page: Page, name: string | RegExp, beforeClick = async () => {}): Promise<void> {
  const item = page.getByRole("menuitem", { name });
  await expect(item).toBeInViewport();
  // On a phone the menu is in the viewport from the start; it has its place once --x is set.
  const place = () => page.evaluate(() => document.querySelector<HTMLElement>(":has(> [role=menu])")?.style.getPropertyValue("--x"));
  await expect.poll(place).toBeTruthy();
  await untilStill(page);
  await beforeClick();
  await item.click();
}

/** Opens the header's user menu, and clicks an item of it. */
export async function chooseFromUserMenu(page: Page, name: string | RegExp, beforeClick?: () => Promise<void>): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "User menu" }).click();
  await chooseFromMenu(page, name, beforeClick);
}
