import { readFile } from "node:fs/promises";
import { fakeSession } from "../support/fake-login.ts";
import { readCsv } from "../../src/app/csv/csv.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { playUsers, walletsAnswer } from "../support/browser/played-users.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const call = "GET /admin/users/wallets";
const email = "user001@example.com";

test.beforeEach(async ({ page, host, played, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: host.origin });
  playUsers(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/user-management/fetch-wallets");
});

test("[WALL-1] an email and a token are needed; the email alone goes out", async ({ page, played }) => {
  const submit = page.getByRole("button", { name: "Fetch Wallet" });
  await submit.click();
  await expect(page.getByText("Please enter a user email").first()).toBeVisible();
  await page.getByLabel("User Email", { exact: true }).fill(email);
  for (const token of ["BTC", "ETH", "SOL", "USDT", "USDC", "NGNB"]) await page.getByText(token, { exact: true }).click();
  await submit.click();
  await expect(page.getByText("Please provide at least one token").first()).toBeVisible();
  expect(played.callsOf(call)).toEqual([]);
  await page.getByText("BTC", { exact: true }).click();
  await submit.click();
  await expect(page.getByRole("button", { name: /BTC_BTC/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /ETH_ETH/ })).toBeHidden();
  expect(played.callsOf(call)).toMatchObject([{ query: { email } }]);
});

test("[WALL-1] a failure says so, and what is cached stays with its age", async ({ page, played }) => {
  played.on(call, { status: 404, json: {} });
  await page.getByLabel("User Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Fetch Wallet" }).click();
  await expect(page.getByText("Failed to fetch wallets").first()).toBeVisible();
  played.on(call, { json: walletsAnswer });
  await page.getByRole("button", { name: "Fetch Wallet" }).click();
  await expect(page.getByText(/Last Updated/)).toBeVisible();
  played.on(call, { status: 400, json: { message: "not today" } });
  await page.getByRole("button", { name: "Fetch Wallet" }).click();
  await expect(page.getByText("not today").first()).toBeVisible();
  await expect(page.getByText(/Last Updated/)).toBeVisible();
});

test("[WALL-2] without dollars the tokens are added up, and the sum says that it is no value; what the host left out is a dash", async ({
  page,
  played,
}) => {
  const { wallets } = walletsAnswer;
  played.on(call, { json: { email, wallets, balances: { btcBalance: "0.10000001", ethBalance: 1.2, ethPendingBalance: 7 } } });
  await page.getByLabel("User Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Fetch Wallet" }).click();
  const total = page.getByRole("group", { name: "Total portfolio value" });
  await expect(total).toContainText("1.30000001");
  await expect(total).toContainText("mixed units, not a currency value");
  await expect(page.getByRole("button", { name: /^USDT_USDT/ })).toContainText("—");
  await page.getByRole("button", { name: /^BTC_BTC/ }).click();
  await expect(page.getByText("0.00 BTC")).toBeVisible();
  played.on(call, { json: { email, wallets, balances: { btcBalance: "0.1000000123456789" } } });
  await page.getByRole("button", { name: "Fetch Wallet" }).click();
  await expect(page.getByTitle("0.1000000123456789 BTC").first()).toHaveText("0.10000001");
  await expect(page.getByRole("definition").filter({ hasText: "0.10000001 BTC" })).toHaveAttribute("title", "0.1000000123456789 BTC");
  played.on(call, { json: { email, wallets: {}, balances: {} } });
  await page.getByRole("button", { name: "Fetch Wallet" }).click();
  await expect(total).toContainText("—");
});

test.describe("fetched", () => {
  test.beforeEach(async ({ page }) => {
    await page.getByLabel("User Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Fetch Wallet" }).click();
    await expect(page.getByRole("button", { name: /BTC_BTC/ })).toBeVisible();
  });

  test("[WALL-2] the total, the search and each wallet's figures", async ({ page }) => {
    await expect(page.getByRole("group", { name: "Total portfolio value" })).toContainText("$17,095.78");
    await page.getByLabel("Search token or address").fill("0x5290");
    await expect(page.getByRole("button", { name: /ETH_ETH/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /BTC_BTC/ })).toBeHidden();
    await page.getByRole("button", { name: /^ETH_ETH/ }).click();
    await expect(page.getByText("0.00 ETH")).toBeVisible();
    await expect(page.getByText("$4,500.10")).toBeVisible();
    await expectAccessible(page);
  });

  test("[WALL-3] an address is copied and drawn as a QR code of 300 px on the device", async ({ page }) => {
    await page.getByRole("button", { name: /^BTC_BTC/ }).click();
    await page.getByRole("button", { name: "Copy the BTC_BTC address" }).click();
    await expect(page.getByText("Address copied to clipboard")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(walletsAnswer.wallets.BTC_BTC.address);
    await page.getByRole("button", { name: "Show the QR code of the BTC_BTC address" }).click();
    const picture = page.getByRole("img", { name: `QR code of ${walletsAnswer.wallets.BTC_BTC.address}` });
    const box = await picture.boundingBox();
    expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([300, 300]);
    await expect(page.getByRole("dialog")).toContainText("Bitcoin");
    await expectAccessible(page);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download PNG" }).click();
    const bytes = await readFile(await (await downloading).path());
    expect([bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(["PNG", 300, 300]);
  });

  test("[WALL-3] an address that can't be copied says so", async ({ page }) => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
      document.execCommand = () => false;
    });
    await page.getByRole("button", { name: /^BTC_BTC/ }).click();
    await page.getByRole("button", { name: "Copy the BTC_BTC address" }).click();
    await expect(page.getByText("Failed to copy address")).toBeVisible();
  });

  test("[WALL-3] a wallet without an address has nothing to copy and nothing to draw", async ({ page }) => {
    await page.getByRole("button", { name: /^NGNB_NGNB/ }).click();
    await page.getByRole("button", { name: "Copy the NGNB_NGNB address" }).click();
    await expect(page.getByText("No address to copy")).toBeVisible();
    await page.getByRole("button", { name: "Show the QR code of the NGNB_NGNB address" }).click();
    await expect(page.getByText("No address to generate QR")).toBeVisible();
  });

  test("[WALL-4] the CSV is named after the email and holds what is shown", async ({ page }) => {
    await page.getByLabel("Search token or address").fill("btc");
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`${email}.csv`);
    expect(readCsv(await readFile(await file.path(), "utf8"))).toEqual([
      ["token", "address", "network", "walletReferenceId"],
      ["BTC_BTC", walletsAnswer.wallets.BTC_BTC.address, "Bitcoin", "ref-btc-1"],
      ["btcBalance", "0.12345678"],
      ["btcBalanceUSD", "12345.675"],
      ["btcPendingBalance", "0.001"],
    ]);
    await page.getByLabel("Search token or address").fill("nothing like it");
    await page.getByRole("button", { name: "Export CSV" }).click();
    await expect(page.getByText("No data to export")).toBeVisible();
  });
});
