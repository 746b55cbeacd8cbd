import type { Page } from "@playwright/test";
import { fakeSession } from "../support/fake-login.ts";
import type { PlayedHost } from "../support/browser/played-host.ts";
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

const asked = (played: PlayedHost): number => played.callsOf(status).length;

test("[TOOL-6] a generation whose tab was closed is followed by the next one, and its end is told on whatever screen that shows", async ({
  page,
  context,
  played,
}) => {
  await begin(page);
  await expect(page.getByText("1 of 6 · 17%")).toBeVisible();
  await page.close();
  const before = asked(played);
  const next = await context.newPage();
  await next.goto("/users");
  await expect.poll(() => asked(played)).toBeGreaterThan(before);
  played.on(status, finished);
  await expect(next.getByText(complete)).toBeVisible();
  const after = asked(played);
  await next.goto("/fees-rates/price-calculator");
  await next.goto(screen);
  await expect(next.getByText("Wallet generation is complete")).toBeVisible();
  await expect(next.getByText(complete)).toBeHidden();
  expect(asked(played)).toBe(after);
});

test("[TOOL-6, SYNC-6] two tabs ask once in three seconds between them, and one of them tells of the end", async ({
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
  await begin(page);
  await other.goto(screen);
  await other.getByLabel("Phone number", { exact: true }).fill(phone);
  for (const tab of [page, other]) await expect(tab.getByText("Wallet generation is complete")).toBeVisible({ timeout: 40_000 });
  expect(times).toHaveLength(3);
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThan(2900);
  const told = async () => (await page.getByText(complete).count()) + (await other.getByText(complete).count());
  await expect.poll(told).toBeGreaterThan(0);
  expect(await told()).toBe(1);
});

test("[TOOL-6] one that never completes is followed for ten minutes and no longer", async ({ page, played }) => {
  await page.clock.install();
  await begin(page);
  await page.clock.runFor(4000);
  await expect(page.getByText("1 of 6 · 17%")).toBeVisible();
  await page.clock.fastForward(10 * 60_000);
  await expect(page.getByText("Not complete after 10 minutes, so it is no longer followed")).toBeVisible();
  await expect(page.getByText(`Wallet generation for ${phone} is not complete after 10 minutes`)).toBeVisible();
  const after = asked(played);
  await page.clock.runFor(60_000);
  await page.reload();
  // The cache must be open before the clock jumps, or the minute counts as a failed opening.
  await expect(page.getByText("Not complete after 10 minutes, so it is no longer followed")).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(page.getByText("Not complete after 10 minutes, so it is no longer followed")).toBeVisible();
  expect(asked(played)).toBe(after);
});

test("[TOOL-6] a host that stumbles is asked again, one that refuses is not, and says so", async ({ page, played }) => {
  /** Polls follow 3 s after the last answer. */
  const nextQuestion = () => page.clock.runFor(3000);
  await page.clock.install();
  played.on(status, { status: 500, json: {} });
  await begin(page);
  await nextQuestion();
  await expect(page.getByText("The last question brought no usable answer. It is asked again.")).toBeVisible();
  played.on(status, underWay(4));
  await nextQuestion();
  await expect(page.getByText("4 of 6 · 67%")).toBeVisible();
  played.on(status, { status: 404, json: { message: "Nobody has this number" } });
  await nextQuestion();
  await expect(page.getByText("The host says no more about it: Nobody has this number")).toBeVisible();
  await expect(page.getByText(`The host says no more about the wallet generation for ${phone}`)).toBeVisible();
  const after = asked(played);
  await page.clock.runFor(10_000);
  expect(asked(played)).toBe(after);
});

test("[TOOL-6] without a network nothing is asked, and the host's return goes on where it was", async ({ page, context, played }) => {
  await begin(page);
  await expect(page.getByText("1 of 6 · 17%")).toBeVisible();
  await played.cutOff(context);
  await expect(page.getByText("Paused until the host can be reached")).toBeVisible();
  played.on(status, finished);
  await played.cutOff(context, false);
  await expect(page.getByText("Wallet generation is complete")).toBeVisible();
});
