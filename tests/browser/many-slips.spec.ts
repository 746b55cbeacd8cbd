import type { Page } from "@playwright/test";
import { fakeSession } from "../support/fake-login.ts";
import { approvalsConfig, playSlips, wireSlip } from "../support/played-approvals.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const many = 10_000;

/** Time from navigation to the first row of this kind, in ms. */
async function firstRow(page: Page, path: string, row: string): Promise<number> {
  await page.goto(path);
  const handle = await page.waitForFunction((selector) => {
    if (document.querySelector(selector) === null) return undefined;
    return performance.now();
  }, row);
  return Number(await handle.jsonValue());
}

test("[APPR-4] 10,000 slips open from the cache, scroll to their end, and stand there offline with their age", async ({
  page,
  context,
  host,
  played,
}) => {
  test.slow();
  const slips = Array.from({ length: many }, (_, at) => wireSlip(at, { email: `user${at}@example.com` }));
  playSlips(playDashboard(played, wireRows(many)), () => slips);
  await page.route("**/config.json", (route) => route.fulfill({ json: approvalsConfig }));
  await keepSession(page, host.origin, fakeSession());
  const slipRow = 'main a[href^="/approvals/slip-"]';
  await firstRow(page, "/approvals", slipRow);
  await expect(page.getByText(/10,000 slips.* as of/)).toBeVisible();
  const table = page.getByRole("table", { name: "Approvals" });
  expect(await table.getByRole("row").count()).toBeLessThan(100);
  await page.locator(slipRow).first().focus();
  await page.keyboard.press("End");
  await expect(page.getByRole("link", { name: /user9999@example\.com$/ })).toBeVisible();
  expect(await table.getByRole("row").count()).toBeLessThan(100);
  await page.keyboard.press("Home");
  await expect(page.getByRole("link", { name: /user0@example\.com$/ })).toBeVisible();
  if (process.env["MANY_SLIPS_TIMES"]) {
    const times = { slips: [] as number[], dashboard: [] as number[] };
    await firstRow(page, "/dashboard", "main td");
    for (let round = 0; round < 9; round += 1) {
      times.slips.push(await firstRow(page, "/approvals", slipRow));
      times.dashboard.push(await firstRow(page, "/dashboard", "main td"));
    }
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[4] ?? 0;
    console.log(`first row, median of 9: slips ${median(times.slips)} ms, dashboard ${median(times.dashboard)} ms`);
    await page.goto("/approvals");
    await expect(page.locator(slipRow).first()).toBeVisible();
  }
  await played.cutOff(context);
  await expect(page.getByText(/slips? .*the host can't be reached · as of/)).toBeVisible();
  await expect(page.getByRole("link", { name: /user0@example\.com$/ })).toBeVisible();
});
