import type { Page } from "@playwright/test";

/** The name of the origin's only cache database. */
export async function cacheNameAt(page: Page): Promise<string> {
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ""));
  const [cache, ...others] = names.filter((name) => name.startsWith("counterfoil-"));
  if (cache === undefined || others.length > 0) throw new Error(`the origin keeps not one cache but ${names.join(", ") || "none"}`);
  return cache;
}
