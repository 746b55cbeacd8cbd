import { fakeSession } from "../support/fake-login.ts";
import { button, chooseByTyping, tabTo, untilMenuHasFocus } from "../support/browser/keyboard.ts";
import { giftRate, playFigures } from "../support/browser/played-figures.ts";
import { playUsers, walletsAnswer } from "../support/browser/played-users.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { goTo } from "../support/browser/walk.ts";

const email = "user001@example.com";

test.beforeEach(async ({ page, host, played }) => {
  playFigures(played);
  playUsers(played);
  await keepSession(page, host.origin, fakeSession());
});

test("[USER-5, USER-6, USER-7, TOOL-2, WALL-1, WALL-3] a search, a delete that is thought better of, a tool with its confirmation, and wallets with their QR code, by keyboard alone", async ({
  page,
  played,
}) => {
  await test.step("a search, and a delete that is thought better of", async () => {
    await page.goto("/users");
    await tabTo(page, page.getByLabel("Search users"));
    await page.keyboard.type("user00");
    await page.keyboard.press("Enter");
    await expect(page.getByText("1–10 of 10")).toBeVisible();
    const actions = button(page, `Actions for ${email}`);
    await tabTo(page, actions);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
    await untilMenuHasFocus(page);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alertdialog", { name: "Delete user" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(actions).toBeFocused();
  });
  await test.step("wallets are fetched, opened and shown as a QR code, and the focus comes back", async () => {
    await goTo(page, "/user-management/fetch-wallets");
    await tabTo(page, page.getByLabel("User Email"));
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("button", { name: /^BTC_BTC/ }));
    await page.keyboard.press("Enter");
    const qr = button(page, "Show the QR code of the BTC_BTC address");
    await tabTo(page, qr);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("img", { name: `QR code of ${walletsAnswer.wallets.BTC_BTC.address}` })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(qr).toBeFocused();
  });
  await test.step("from the list over the row menu to a tool and its confirmation", async () => {
    played.on("PATCH /2FA-Disable/disable-2fa", { json: { success: true } });
    await goTo(page, "/users");
    await tabTo(page, button(page, `Actions for ${email}`));
    await page.keyboard.press("Enter");
    let loads = 0;
    page.on("domcontentloaded", () => (loads += 1));
    await chooseByTyping(page, "Disable 2FA");
    await tabTo(page, button(page, "Disable 2fa"));
    await page.keyboard.press("Enter");
    await tabTo(page, button(page.getByRole("alertdialog"), "Disable 2FA"));
    await page.keyboard.press("Enter");
    await expect(page.getByText("2FA disabled", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/users$/);
    expect(loads).toBe(0);
  });
});

test("[FEE-1, RATE-2, RATE-3, PRICE-1, PRICE-2, GIFT-4, GIFT-6] a price is calculated, a rate is found by the tabs, typed and confirmed, a gift card rate is added, and another deleted, by keyboard alone", async ({
  page,
  played,
}) => {
  await test.step("a price is calculated", async () => {
    played.on("GET /asset-markdown/calculate-price", {
      json: { success: true, data: { asset: "BTC", originalPrice: 1000, discountAmount: 50, discountedPrice: 950, markdownPercentage: 5 } },
    });
    await page.goto("/fees-rates/price-calculator");
    await tabTo(page, page.getByLabel("Original Price"));
    await page.keyboard.type("1000");
    await tabTo(page, page.getByLabel("Asset Label"));
    await page.keyboard.type("BTC");
    await page.keyboard.press("Enter");
    await expect(page.getByText("N950.00", { exact: true })).toBeVisible();
  });
  await test.step("a rate is found by the tabs, typed and confirmed", async () => {
    played.on("POST /onramp/onramp-rate", { json: { success: true, message: "Rate is set" } });
    await goTo(page, "/fees-rates");
    await tabTo(page, page.getByRole("tab", { name: "Crypto Fees" }));
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name: "Onramp Rate" })).toHaveAttribute("aria-selected", "true");
    await tabTo(page, page.getByLabel("Onramp rate (₦ per unit)"));
    await page.keyboard.type("2000");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("alertdialog");
    await tabTo(page, dialog.getByLabel("Type the new value again"));
    await page.keyboard.type("2000");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Rate is set")).toBeVisible();
    expect(played.callsOf("POST /onramp/onramp-rate").map(({ body }) => body)).toEqual([{ rate: 2000 }]);
  });
  await test.step("a gift card rate is added, and another deleted", async () => {
    playFigures(played).giftCards = [giftRate(1)];
    played
      .on("POST /admingiftcard/rates", { json: { success: true } })
      .on("DELETE /admingiftcard/rates/rate-1", { json: { success: true } });
    await page.goto("/fees-rates/gift-card-rates");
    await tabTo(page, button(page, "Add rate"));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    for (const [label, text] of [
      ["Card type", "NIKE"],
      ["Country", "CANADA"],
      ["Rate", "1100"],
      ["Physical rate", "1110"],
      ["E-code rate", "1090"],
      ["Min amount", "10"],
      ["Max amount", "100"],
    ] as const) {
      await tabTo(page, dialog.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    }
    await page.keyboard.press("Enter");
    await expect(page.getByText("Gift card rate created successfully")).toBeVisible();
    expect(played.callsOf("POST /admingiftcard/rates")[0]?.body).toMatchObject({ cardType: "NIKE", country: "CANADA", rate: 1100 });
    await tabTo(page, page.getByRole("button", { name: /^Actions for APPLE/ }));
    await page.keyboard.press("Enter");
    await chooseByTyping(page, "Delete");
    await tabTo(page, button(page.getByRole("alertdialog"), "Delete rate"));
    await page.keyboard.press("Enter");
    await expect(page.getByText("Rate deleted")).toBeVisible();
  });
});
