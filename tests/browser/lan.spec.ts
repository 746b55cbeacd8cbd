import { chromium } from "@playwright/test";
import { launchOptions } from "../../playwright.config.ts";
import { findHeadlessShell } from "../../scripts/chromium.mjs";
import { firstAdmin, HostProcess } from "../support/browser/host-process.ts";
import { copySeededData } from "../support/browser/seeded-data.ts";
import { expect, test } from "../support/browser/test.ts";

test("[SYNC-4, PWA-2] by plain http on a LAN name the app starts, reads, and says why nothing can be changed", async () => {
  const data = await copySeededData();
  const host = await HostProcess.start({ ...data, env: { PUBLIC_URL: "http://desk.lan" } });
  const options = launchOptions(await findHeadlessShell());
  const browser = await chromium.launch({ ...options, args: [...options.args, "--host-resolver-rules=MAP desk.lan 127.0.0.1"] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://desk.lan:${new URL(host.origin).port}/`);
    await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await expect(page.getByText("Changes need HTTPS")).toBeVisible();
    await page.getByLabel("Email").fill(firstAdmin.email);
    await page.getByLabel("Password", { exact: true }).fill(firstAdmin.pin);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("row").nth(5)).toBeVisible();
    await page.getByRole("link", { name: "Funding & Balances" }).click();
    const send = page.getByRole("button", { name: "Fund User" });
    await expect(send).toHaveAttribute("aria-disabled", "true");
    await expect(send).toHaveAccessibleDescription("Needs HTTPS: this page was opened by plain http");
  } finally {
    await browser.close();
    await host.stop();
    await data.remove();
  }
});
