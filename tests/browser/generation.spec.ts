import type { Page } from "@playwright/test";
import { fakeSession } from "../support/fake-login.ts";
import { playUsers } from "../support/browser/played-users.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const phone = "+2348010000001";
const start = "POST /updateuseraddress/generate-wallets-by-phone";
const status = "GET /updateuseraddress/status-by-phone";
const screen = `/user-management/generate-wallet-by-phone?phonenumber=${encodeURIComponent(phone)}`;
const complete = `Wallet generation for ${phone} is complete`;

const began = { json: { success: true, walletGenerationStatus: "started", walletsGenerated: 0, totalWallets: 6 } };
const underWay = (done: number) => ({
  json: { wallet_generation_status: "in_progress", wallets_generated: done, total_wallets: 6, is_complete: false },
});
const finished = { json: { wallet_generation_status: "completed", wallets_generated: 6, total_wallets: 6, is_complete: true } };

test.beforeEach(async ({ page, host, played }) => {
  playUsers(played).on(start, began).on(status, underWay(1));
  await keepSession(page, host.origin, fakeSession());
});

async function begin(page: Page): Promise<void> {
  await page.goto(screen);
  await page.getByLabel("Phone number", { exact: true }).fill(phone);
  await page.getByRole("button", { name: "Start generation" }).click();
  await expect(page.getByText("Started wallet generation")).toBeVisible();
}

test("[TOOL-6, SYNC-6] two tabs ask once in three seconds between them; the one that asks is closed, the next one follows, and one tab tells of the end", async ({
  page,
  context,
  played,
}) => {
  const times: number[] = [];
  played.on(status, () => {
    times.push(Date.now());
    return times.length < 3 ? underWay(times.length) : finished;
  });
  const other = await context.newPage();
  await other.goto("/users");
  const third = await context.newPage();
  await third.goto("/users");
  await begin(page);
  await other.goto(screen);
  await other.getByLabel("Phone number", { exact: true }).fill(phone);
  for (const tab of [page, other]) await expect(tab.getByText("2 of 6 · 33%")).toBeVisible();
  await page.close();
  await expect(other.getByText("Wallet generation is complete")).toBeVisible({ timeout: 40_000 });
  expect(times).toHaveLength(3);
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThan(2900);
  const told = async () => (await other.getByText(complete).count()) + (await third.getByText(complete).count());
  await expect.poll(told).toBeGreaterThan(0);
  expect(await told()).toBe(1);
});
