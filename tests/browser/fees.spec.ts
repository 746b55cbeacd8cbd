import { fakeSession } from "../support/fake-login.ts";
import { playFigures } from "../support/browser/played-figures.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test, testWithShell } from "../support/browser/test.ts";

test("[FEE-4, RATE-3] a fee is updated with its name trimmed and its figure a number", async ({ page, host, played }) => {
  const figures = playFigures(played);
  played.on("PUT /set-fee/crypto-fee", ({ body }) => {
    figures.fees[1] = body as Record<string, unknown>;
    return { json: { success: true, message: "whatever" } };
  });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates");
  await page.getByRole("button", { name: "Actions for USDT on Tron" }).click();
  await page.getByRole("menuitem", { name: "Edit fee" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Update Fees" })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Currency", { exact: true })).toHaveValue("USDT");
  await expect(page.getByLabel("Network", { exact: true })).toHaveValue("Tron");
  await page.getByLabel("Network name", { exact: true }).fill("  Tron  ");
  const fee = page.getByLabel("Network fee (USD)", { exact: true });
  await fee.fill("");
  await fee.pressSequentially("1,05");
  await page.getByRole("button", { name: "Update fee" }).click();
  await expect(fee).toBeFocused();
  await expect(fee).toHaveAccessibleDescription(/“,” can't stand here/);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await fee.fill("");
  await fee.fill("1.05");
  await page.getByRole("button", { name: "Update fee" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText("+5.00%")).toBeVisible();
  await dialog.getByRole("button", { name: "Update fee" }).click();
  await expect(page.getByText("Crypto fee updated")).toBeVisible();
  expect(played.callsOf("PUT /set-fee/crypto-fee").map(({ body }) => body)).toEqual([
    { currency: "USDT", network: "Tron", networkName: "Tron", networkFee: 1.05 },
  ]);
});

testWithShell(
  "[FEE-2, FEE-3, FEE-4, FEE-5, PRICE-3, SYNC-4] offline fees and markdown are readable with their age, and nothing can be sent",
  async ({ page, host, played, context }) => {
    test.slow();
    playFigures(played);
    await keepSession(page, host.origin, fakeSession());
    await page.goto("/fees-rates/price-calculator?tab=asset");
    await expect(page.getByText("Sale")).toBeVisible();
    await page.goto("/fees-rates");
    await expect(page.getByRole("cell", { name: "$1.00" })).toBeVisible();
    await untilShellIsKept(page);
    await played.cutOff(context);
    const main = page.getByRole("main");
    const age = main.getByText(/as of \d\d:\d\d/).first();
    const off = async (name: string) => {
      await expect(main.getByRole("button", { name, exact: true })).toHaveAttribute("aria-disabled", "true");
      await expect(main.getByRole("button", { name, exact: true })).toHaveAccessibleDescription(/connection/i);
    };
    await page.goto("/fees-rates");
    await expect(page.getByRole("cell", { name: "$1.00" })).toBeVisible();
    await expect(age).toBeVisible();
    await page.goto("/fees-rates/view/USDT/Tron");
    await expect(main.getByText("$1.00").first()).toBeVisible();
    await expect(age).toBeVisible();
    await page.goto("/fees-rates/edit-fee?currency=USDT&network=Tron");
    await off("Update fee");
    await page.goto("/fees-rates/edit-network-name?currency=USDT&network=Tron");
    await off("Update network name");
    await page.goto("/fees-rates/price-calculator?tab=asset");
    await expect(main.getByText("Sale")).toBeVisible();
    await expect(age).toBeVisible();
    await off("Update markdown");
    await off("Disable");
  },
);
