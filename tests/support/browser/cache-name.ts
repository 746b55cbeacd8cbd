import type { Page } from "@playwright/test";

/** The name of the origin's only cache database. Rejects where Chromium, which is clearing its storage, forgets to answer. */
export async function cacheNameAt(page: Page): Promise<string> {
  const names = await page.evaluate(async () => {
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("no answer")), 3000));
    return (await Promise.race([indexedDB.databases(), late])).map(({ name }) => name ?? "");
  });
  const [cache, ...others] = names.filter((name) => name.startsWith("counterfoil-"));
  if (cache === undefined || others.length > 0) throw new Error(`the origin keeps not one cache but ${names.join(", ") || "none"}`);
  return cache;
}
