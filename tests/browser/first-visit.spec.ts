import { firstFiles } from "../../scripts/first-visit.mjs";
import { expect, keepSession, testWithShell as test } from "../support/browser/test.ts";

for (const path of ["/login", "/"] as const)
  test(`[PWA-1] before ${path} stands on a first visit, nothing is loaded but what its size is counted by`, async ({
    page,
    host,
    session,
  }) => {
    if (path === "/") await keepSession(page, host.origin, session);
    await page.addInitScript(() => {
      const look = new MutationObserver(() => {
        if (!document.querySelector("#root h1")) return;
        look.disconnect();
        performance.mark("stands");
      });
      look.observe(document, { childList: true, subtree: true });
    });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const loaded = await page.evaluate(() => {
      const stands = performance.getEntriesByName("stands")[0]?.startTime ?? 0;
      return performance
        .getEntriesByType("resource")
        .filter(({ name, startTime }) => /\.(?:js|css)$/.test(name) && startTime < stands)
        .map(({ name }) => new URL(name).pathname.slice(1));
    });
    expect(loaded.length).toBeGreaterThan(5);
    expect([...loaded].sort()).toEqual([...firstFiles(path)].sort());
  });
