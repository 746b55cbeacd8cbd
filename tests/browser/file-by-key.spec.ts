import { fakeSession } from "../support/fake-login.ts";
import { button, pressButton, tabTo } from "../support/browser/keyboard.ts";
import { playFigures } from "../support/browser/played-figures.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

test("[GIFT-7] rates are uploaded from a file by keyboard alone", async ({ page, host, played }) => {
  playFigures(played);
  await keepSession(page, host.origin, fakeSession());
  played.on("POST /admingiftcard/rates/bulk", { json: { success: true, message: "Stored" } });
  await page.goto("/fees-rates/gift-card-rates");
  await pressButton(page, button(page, "Bulk upload"));
  const dialog = page.getByRole("dialog");
  await tabTo(page, dialog.getByLabel("File"));
  const choosing = page.waitForEvent("filechooser");
  // The file chooser must be intercepted before the key is pressed.
  await page.evaluate(() => document.hasFocus());
  await page.keyboard.press("Enter");
  const rate = { cardType: "NIKE", country: "US", rate: 1100, physicalRate: 1110, ecodeRate: 1090, minAmount: 10, maxAmount: 100 };
  const buffer = Buffer.from(JSON.stringify([rate]));
  await (await choosing).setFiles({ name: "rates.json", mimeType: "application/json", buffer });
  await pressButton(page, button(dialog, "Upload"));
  // The list, which is authoritative, doesn't contain it.
  await expect(dialog.getByText("0 stored, 1 not stored")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button(page, "Bulk upload")).toBeFocused();
  expect(played.callsOf("POST /admingiftcard/rates/bulk")).toHaveLength(1);
});
