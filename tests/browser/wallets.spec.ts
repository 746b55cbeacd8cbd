import { readFile } from "node:fs/promises";
import { fakeSession } from "../support/fake-login.ts";
import { readCsv } from "../../src/app/csv/csv.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { playUsers, walletsAnswer } from "../support/browser/played-users.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const email = "user001@example.com";

test("[WALL-2, WALL-3, WALL-4] an address is copied and drawn as a QR code of 300 px on the device, and the CSV is named after the email and holds what is shown", async ({
  page,
  host,
  played,
  context,
}) => {
  // Two axe runs, each of which takes a while.
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: host.origin });
  playUsers(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/user-management/fetch-wallets");
  await page.getByLabel("User Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Fetch Wallet" }).click();
  await page.getByRole("button", { name: /^BTC_BTC/ }).click();
  await expect(page.getByText(walletsAnswer.wallets.BTC_BTC.address)).toBeVisible();
  await expectAccessible(page);
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
  await page.keyboard.press("Escape");

  await page.getByLabel("Search token or address").fill("btc");
  const exporting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await exporting;
  expect(file.suggestedFilename()).toBe(`${email}.csv`);
  expect(readCsv(await readFile(await file.path(), "utf8"))).toEqual([
    ["token", "address", "network", "walletReferenceId"],
    ["BTC_BTC", walletsAnswer.wallets.BTC_BTC.address, "Bitcoin", "ref-btc-1"],
    ["btcBalance", "0.12345678"],
    ["btcBalanceUSD", "12345.675"],
    ["btcPendingBalance", "0.001"],
  ]);
});
