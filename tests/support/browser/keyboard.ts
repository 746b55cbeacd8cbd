import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Goes on by the Tab key until something has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 120; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key never came to ${target.toString()}`);
}

export const button = (within: Page | Locator, name: string | RegExp): Locator => within.getByRole("button", { name, exact: true });

/** Goes to a button by the Tab key, and presses it by Enter. */
export async function pressButton(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Goes to a field by the Tab key, and types in place of what it holds. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** Chooses of a menu that is open, by the beginning of its words. */
export async function chooseByTyping(page: Page, name: string): Promise<void> {
  const item = page.getByRole("menuitem", { name, exact: true });
  await expect(item).toBeVisible();
  await page.keyboard.type(name.slice(0, 8));
  await expect(item).toHaveAttribute("data-highlighted");
  await page.keyboard.press("Enter");
}
