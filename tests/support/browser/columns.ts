import { expect, type Page } from "@playwright/test";

/** A laptop's 1280 px minus a scrollbar. */
export const laptop = { width: 1265, height: 720 } as const;

/** Expects the page's table to have `count` columns, none of them reaching into the page's gutter. */
export async function expectColumnsInSight(page: Page, count: number): Promise<void> {
  await expect(page.getByLabel("Sort by")).toBeHidden();
  const boxes = await Promise.all((await page.getByRole("columnheader").all()).map((one) => one.boundingBox()));
  expect(boxes).toHaveLength(count);
  for (const box of boxes) expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(laptop.width - 24);
}
