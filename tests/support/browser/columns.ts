import { expect, type Page } from "@playwright/test";

/** A laptop's screen of 1280 px beside the scrollbar of a page that is longer. */
export const laptop = { width: 1265, height: 720 } as const;

/** Checks that the table on the page has `count` columns, and that none of them reaches into the page's gutter. */
export async function expectColumnsInSight(page: Page, count: number): Promise<void> {
  await expect(page.getByLabel("Sort by")).toBeHidden();
  const boxes = await Promise.all((await page.getByRole("columnheader").all()).map((one) => one.boundingBox()));
  expect(boxes).toHaveLength(count);
  for (const box of boxes) expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(laptop.width - 24);
}
