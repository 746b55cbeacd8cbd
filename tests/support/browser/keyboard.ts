import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 120; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key never came to ${target.toString()}`);
}

export const button = (within: Page | Locator, name: string | RegExp): Locator => within.getByRole("button", { name, exact: true });

/** Tabs to a button and presses Enter, once the button is on. */
export async function pressButton(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await expect(target).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
}

/** Tabs to a field and replaces its content by typing. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** A menu that has just opened takes the focus a moment later; what is typed before goes to the page. */
export const untilMenuHasFocus = (page: Page): Promise<void> => expect(page.locator("[role=menu]:focus-within")).toBeVisible();

/** Chooses an item of an open menu by typing its first letters. */
export async function chooseByTyping(page: Page, name: string): Promise<void> {
  const item = page.getByRole("menuitem", { name, exact: true });
  await expect(item).toBeVisible();
  await untilMenuHasFocus(page);
  // A space chooses, where the machine was slow to type what is before it.
  await page.keyboard.type(name.slice(0, 8).trimEnd());
  await expect(item).toHaveAttribute("data-highlighted");
  await page.keyboard.press("Enter");
}
