import type { Page } from "@playwright/test";
import { cacheNameAt } from "../support/browser/cache-name.ts";
import { keyOf, readFromTop, scrollList } from "../support/browser/scrolling.ts";
import { expect, test } from "../support/browser/test.ts";
import { allTransactions } from "../support/browser/truth.ts";

/** More than a page of 50. */
const goal = 70;

async function open(page: Page): Promise<void> {
  await page.goto("/");
  await expect(page.getByRole("row").nth(5)).toBeVisible();
}

/** Expects an app that works: its list is the host's, its other screens open, and it says whether its cache is off. */
async function expectWorking(page: Page, there: readonly string[], cache: "on" | "off"): Promise<void> {
  const off = page.getByText("The cache is off").first();
  if (cache === "off") await expect(off).toBeVisible();
  else await expect.poll(() => cacheNameAt(page).catch(() => "")).not.toBe("");
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await expect
    .poll(
      async () => {
        const shown = await readFromTop(page, goal);
        return there.findIndex((key, index) => key !== shown[index]);
      },
      { message: "the first line that isn't the host's", timeout: 60_000 },
    )
    .toBe(-1);
  await page.getByRole("link", { name: "User Management" }).first().click();
  await expect(page.getByRole("heading", { name: "User Management", level: 1 })).toBeVisible();
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await expect(off).toBeVisible({ visible: cache === "off" });
}

const losses: Record<string, (page: Page, origin: string) => Promise<"on" | "off">> = {
  "deleted by another page": async (page, origin) => {
    const other = await page.context().newPage();
    await other.goto(`${origin}/icon.svg`);
    await other.evaluate(
      (name) =>
        new Promise<void>((resolve, reject) => {
          const deletion = indexedDB.deleteDatabase(name);
          deletion.addEventListener("success", () => resolve());
          deletion.addEventListener("error", () => reject(new Error(deletion.error?.message)));
        }),
      await cacheNameAt(page),
    );
    return "off";
  },
  "cleared by the browser": async (page, origin) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
    // Its connection is closed: the page opens a new cache.
    return "on";
  },
};
test("[SYNC-7] a database that is lost or full under a running page leaves a working app that says that the cache is off", async ({
  signedIn: page,
  host,
  session,
}) => {
  test.slow();
  const devtools = await page.context().newCDPSession(page);
  // Set before the first write, since Chromium asks again only after half a minute or once this is used up.
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: host.origin, quotaSize: 300_000 });
  const there = (await allTransactions(host, session))
    .slice(0, goal)
    .map(({ reference, type }) => keyOf({ reference: reference ?? "", type: type ?? "" }));
  await open(page);
  for (const [how, lose] of Object.entries(losses))
    await test.step(how, async () => {
      await expectWorking(page, there, await lose(page, host.origin));
      // The next start has a cache again.
      await open(page);
      await expect(page.getByText("The cache is off")).toBeHidden();
      await expect.poll(() => cacheNameAt(page).catch(() => "")).not.toBe("");
    });
  await test.step("a device that runs full", async () => {
    const off = page.getByText("The cache is off").first();
    await expect
      .poll(
        async () => {
          await scrollList(page, 1e9);
          return off.isVisible();
        },
        { intervals: [100], timeout: 60_000 },
      )
      .toBe(true);
    await expectWorking(page, there, "off");
  });
});
