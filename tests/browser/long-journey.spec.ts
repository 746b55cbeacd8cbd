import { firstAdmin } from "../support/browser/host-process.ts";
import { keyOf, keyOfShown, readFromTop, scrollList, shownRows } from "../support/browser/scrolling.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, testWithShell as test } from "../support/browser/test.ts";

/** Rows, of pages of 50. */
const goal = 300;

test("[DASH-6, SYNC-1, SYNC-2, PWA-2] what was scrolled through online while rows arrived is all there offline, once each", async ({
  page,
  context,
  busyHost,
}) => {
  await page.goto(`${busyHost.origin}/login`);
  await page.getByLabel("Email").fill(firstAdmin.email);
  await page.getByLabel("Password", { exact: true }).fill(firstAdmin.pin);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  const keysOfHost = async (): Promise<string[]> => (await busyHost.rows()).map(keyOf);
  const before = await keysOfHost();

  // Scroll down while rows arrive at the head.
  const seen = new Set<string>();
  await expect
    .poll(
      async () => {
        const shown = (await shownRows(page)).map(keyOfShown);
        expect(new Set(shown).size).toBe(shown.length);
        for (const key of shown) seen.add(key);
        if (seen.size % 7 === 0) await busyHost.live(1);
        await scrollList(page, 600);
        return seen.size;
      },
      { intervals: [30], timeout: 90_000 },
    )
    .toBeGreaterThanOrEqual(goal);
  const lowest = before.findLastIndex((key) => seen.has(key));
  expect(lowest).toBeGreaterThan(250);
  expect(before.slice(0, lowest + 1).filter((key) => !seen.has(key))).toEqual([]);

  // Back at the top, the list equals the database's, row for row.
  await busyHost.live(1);
  const after = await keysOfHost();
  expect(after.length).toBeGreaterThan(before.length);
  await context.setOffline(true);
  await context.setOffline(false);
  await scrollList(page, -1e9);
  await expect
    .poll(async () => {
      const news = page.getByRole("button", { name: /^\d+ new$/ });
      // It may go before it is clicked.
      if (await news.isVisible()) await news.click({ timeout: 2000 }).catch(() => {});
      await scrollList(page, -1e9);
      const [first] = await shownRows(page);
      return first && keyOfShown(first);
    })
    .toBe(after[0]);
  const online = await readFromTop(page, goal);
  expect(online).toEqual(after.slice(0, online.length));

  // Offline, the same rows are read again.
  await untilShellIsKept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  const offline = await readFromTop(page, goal);
  expect(offline.slice(0, goal)).toEqual(online.slice(0, goal));
});
