import type { Page } from "@playwright/test";
import { fakeSession } from "../support/fake-login.ts";
import { firstAdmin } from "../support/browser/host-process.ts";
import { button, chooseByTyping, pressButton, tabTo, typeInto } from "../support/browser/keyboard.ts";
import { playFigures } from "../support/browser/played-figures.ts";
import { playUsers, wireUsers } from "../support/browser/played-users.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { goTo } from "../support/browser/walk.ts";

const email = "user001@example.com";
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
/** Whether any element has the focus; a flow must never lose it. */
const hasFocus = (page: Page): Promise<boolean> => page.evaluate(() => document.activeElement !== document.body);

test.describe("at the real host", () => {
  test("[AUTH-2, AUTH-4, AUTH-6, AUTH-10, LAY-4] signing in and out, registering and asking for a new password by keyboard alone", async ({
    page,
  }) => {
    await page.goto("/login");
    await typeInto(page, field(page, "Email"), firstAdmin.email);
    await typeInto(page, field(page, "Password"), firstAdmin.pin);
    await page.keyboard.press("Enter");
    await expect(heading(page, "Dashboard")).toBeVisible();
    await pressButton(page, page.getByRole("banner").getByRole("button", { name: "User menu" }));
    await chooseByTyping(page, "Logout");
    await expect(heading(page, "Welcome back!")).toBeVisible();

    await tabTo(page, page.getByRole("link", { name: "Create an account" }));
    await page.keyboard.press("Enter");
    await expect(heading(page, "Create your account")).toBeVisible();
    for (const [label, text] of [
      ["Full Name", "Grace Hopper"],
      ["Email", "grace@example.com"],
      ["Password", "112233"],
      ["Confirm Password", "112244"],
    ] as const)
      await typeInto(page, field(page, label), text);
    await page.keyboard.press("Enter");
    await expect(field(page, "Confirm Password")).toBeFocused();
    await tabTo(page, page.getByRole("link", { name: "Sign in" }));
    await page.keyboard.press("Enter");
    await expect(heading(page, "Welcome back!")).toBeVisible();
    await tabTo(page, page.getByRole("link", { name: "Forgot your password?" }));
    await page.keyboard.press("Enter");
    await expect(heading(page, "Reset your password")).toBeVisible();
    await typeInto(page, field(page, "Email"), "nobody@example.com");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/A link is on its way|Password reset failed/).first()).toBeVisible();
  });

  test("[DASH-7, DASH-9, DASH-12] the dashboard's search, filters, details and export by keyboard alone", async ({ signedIn: page }) => {
    await page.goto("/");
    await expect(page.getByRole("row").nth(5)).toBeVisible();
    await pressButton(page, button(page, "Filters"));
    await tabTo(page, field(page, "Transaction type"));
    await page.keyboard.type("Swap");
    await pressButton(page, button(page, "Apply Filters"));
    const chips = page.getByRole("group", { name: "Active filters" });
    await expect(chips).toContainText("Swap");
    await expect(page).toHaveURL(/transactionType=SWAP/);
    await pressButton(page, chips.getByRole("button", { name: /^Remove/ }));
    await expect(page).not.toHaveURL(/transactionType/);
    await expect.poll(() => hasFocus(page)).toBe(true);
    await pressButton(page, button(page, "Filters"));

    await page.keyboard.press("/");
    await expect(field(page, "Search transactions")).toBeFocused();
    await page.keyboard.type("type:DEPOSIT");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/transactionType=DEPOSIT/);
    const saved = page.waitForEvent("download");
    await pressButton(page, button(page, "Export CSV"));
    await expect(page.getByRole("dialog")).toContainText("exported");
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
    await page.keyboard.press("Escape");
    await expect(button(page, "Export CSV")).toBeFocused();

    const menu = page.getByRole("button", { name: /^Actions for / }).first();
    await pressButton(page, menu);
    await chooseByTyping(page, "View Full Details");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Actions for / }).first()).toBeFocused();
  });

  test("[USER-4, USER-5, USER-2, AUD-1, AUD-3, SET-1] users are filtered, sorted and paged, the log is searched, opened, verified and exported, settings are saved by keyboard alone", async ({
    signedIn: page,
  }) => {
    await page.goto("/users");
    await expect(page.getByRole("row").nth(5)).toBeVisible();
    await expect(page.getByText(/1–10 of 200/)).toBeVisible();
    await pressButton(page, page.getByRole("columnheader", { name: "Username" }).getByRole("button"));
    await expect(page).toHaveURL(/sort=/);
    await pressButton(page, button(page, "Next page"));
    await expect(page).toHaveURL(/page=2/);
    await pressButton(page, button(page, "Filters"));
    await tabTo(page, field(page, "KYC level"));
    await page.keyboard.type("1");
    await pressButton(page, button(page, "Apply Filters"));
    await expect(page.getByRole("group", { name: "Active filters" })).toContainText("KYC level");
    await expect.poll(() => hasFocus(page)).toBe(true);

    await goTo(page, "/audit");
    await typeInto(page, field(page, "Search the log"), firstAdmin.email);
    await page.keyboard.press("Enter");
    const entry = page.getByRole("row").getByRole("button", { name: "Sign in" }).first();
    await pressButton(page, entry);
    await expect(page.getByRole("dialog")).toContainText("Sign in");
    await page.keyboard.press("Escape");
    await expect(entry).toBeFocused();
    await pressButton(page, button(page, "Verify"));
    await expect(page.getByRole("dialog", { name: "Verify the log" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(button(page, "Verify")).toBeFocused();
    const saved = page.waitForEvent("download");
    await pressButton(page, button(page, "Export Logs"));
    await chooseByTyping(page, "As CSV");
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/);

    await goTo(page, "/settings");
    await tabTo(page, field(page, "Compact view"));
    await page.keyboard.press("Space");
    await expect(page.locator("html")).toHaveAttribute("data-density", "compact");
    await tabTo(page, field(page, "Language"));
    await page.keyboard.type("Fr");
    await pressButton(page, button(page, "Save"));
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  });
});

/** What has the focus, if something else lies over it. */
const hiddenFocus = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return "nothing has the focus";
    const { left, top, width, height } = focused.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit && focused.contains(hit) ? undefined : (focused.getAttribute("aria-label") ?? focused.textContent);
  });

test("[DASH-2, USER-3, FIND-1, LAY-1] what gets the focus lies under no head of a list, no header and no bar", async ({
  page,
  host,
  played,
}) => {
  const found: (string | undefined)[] = [];
  const press = async (key: string, times: number) => {
    for (let n = 0; n < times; n += 1) {
      await page.keyboard.press(key);
      found.push(await hiddenFocus(page));
    }
  };
  await keepSession(page, host.origin, fakeSession());
  await page.setViewportSize({ width: 1440, height: 700 });

  playDashboard(played, wireRows(50));
  await page.goto("/");
  const actions = page.getByRole("button", { name: "Actions for REF-00008-ABCDEFGH" });
  await expect(page.getByRole("checkbox", { name: "Select all that are loaded" })).toBeAttached();
  await actions.focus();
  // Its row is the first below the head.
  await actions.evaluate((button) => {
    const area = button.closest("[role=group]");
    area?.scrollBy(0, button.getBoundingClientRect().top - area.getBoundingClientRect().top - 40);
  });
  await press("Shift+Tab", 6);

  playUsers(played, wireUsers(50));
  await page.goto("/users?limit=50");
  await expect(page.getByRole("checkbox", { name: "Select all that are loaded" })).toBeAttached();
  await page.locator("tr[data-user]").nth(3).focus();
  await page.keyboard.press("x");
  await expect(page.getByRole("region", { name: "Selection" })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  await press("Tab", 30);
  await press("Shift+Tab", 40);
  expect(found.filter((one) => one !== undefined)).toEqual([]);
});

test.describe("at a played host", () => {
  test.beforeEach(async ({ page, host, played }) => {
    playFigures(played);
    playUsers(played);
    await keepSession(page, host.origin, fakeSession());
  });

  test("[TOOL-3, TOOL-4, TOOL-5, TOOL-6, TOOL-7, SEC-1] a PIN is removed, a pending balance wiped, wallets are generated, an admin is created, tokens are looked at by keyboard alone", async ({
    page,
    played,
  }) => {
    played.on("PATCH /delete-pin/remove-passwordpin", { json: { success: true } }).on("POST /pending/wipe", { json: {} });
    await page.goto(`/user-management/remove-password?email=${email}`);
    await pressButton(page, button(page, "Remove password PIN"));
    await pressButton(page, button(page.getByRole("alertdialog"), "Remove PIN"));
    await expect(page.getByText("Password PIN removed", { exact: true })).toBeVisible();

    await goTo(page, "/user-management/wipe-pending-balance");
    await typeInto(page, field(page, "Email"), email);
    await tabTo(page, field(page, "Currency"));
    await page.keyboard.type("USDT");
    await pressButton(page, button(page, "Wipe pending balance"));
    await pressButton(page, button(page.getByRole("alertdialog"), "Wipe pending balance"));
    await expect(page.getByText("Pending balance wiped")).toBeVisible();
    expect(played.callsOf("POST /pending/wipe")).toMatchObject([{ body: { email, currency: "USDT" } }]);

    const phone = "+2348010000001";
    played
      .on("POST /updateuseraddress/generate-wallets-by-phone", {
        json: { success: true, walletGenerationStatus: "started", totalWallets: 6 },
      })
      .on("GET /updateuseraddress/status-by-phone", {
        json: { walletGenerationStatus: "completed", walletsGenerated: 6, totalWallets: 6, isComplete: true },
      })
      .on("PATCH /updateuseraddress/regenerate-by-phone", { json: { user: { email } } });
    await goTo(page, "/user-management/generate-wallet-by-phone");
    await typeInto(page, field(page, "Phone number"), phone);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Wallet generation is complete").first()).toBeVisible();

    await goTo(page, "/user-management/regenerate-wallet-by-phone");
    await typeInto(page, field(page, "Phone number"), phone);
    await tabTo(page, field(page, "BTC_BTC"));
    await page.keyboard.press("Space");
    await pressButton(page, button(page, "Regenerate"));
    await expect(page.getByText("Wallets regenerated").first()).toBeVisible();
    expect(played.callsOf("PATCH /updateuseraddress/regenerate-by-phone")).toMatchObject([{ body: { tokens: ["BTC_BTC"] } }]);

    played
      .on("POST /admin/register", { status: 201, json: { message: "Welcome aboard" } })
      .on("GET /fetching/refresh-tokens", { json: { refreshTokens: [{ token: "very.secret.token", createdAt: "2026-10-10T10:00:00Z" }] } });
    await goTo(page, "/user-management/create-new-admin");
    await typeInto(page, field(page, "Admin name"), "Grace");
    await typeInto(page, field(page, "Email"), "grace2@example.com");
    await typeInto(page, field(page, "Password PIN"), "123456");
    await tabTo(page, field(page, "Role"));
    await page.keyboard.type("Mod");
    await pressButton(page, button(page, "Create admin"));
    await expect(page.getByText("Welcome aboard").first()).toBeVisible();

    await goTo(page, "/security");
    await typeInto(page, field(page, "Email"), email);
    await page.keyboard.press("Enter");
    await pressButton(page, page.getByRole("button", { name: /^Reveal/ }));
    await expect(page.getByText("very.secret.token")).toBeVisible();
  });

  test("[FEE-4, FEE-5, RATE-3, PRICE-3, MARK-1, GIFT-5] a fee, a network's name, markdown, markup and a gift card rate are changed by keyboard alone; the focus comes back to the rate's row", async ({
    page,
    played,
  }) => {
    played.on("PUT /set-fee/crypto-fee", { json: { success: true } }).on("PATCH /set-fee/crypto-fee-name", { json: { success: true } });
    await page.goto("/fees-rates");
    await pressButton(page, button(page, "Actions for USDT on Tron"));
    await chooseByTyping(page, "Edit fee");
    await expect(heading(page, "Update Fees")).toBeVisible();
    const fee = field(page, "Network fee (USD)");
    await typeInto(page, fee, "1,05");
    await page.keyboard.press("Enter");
    await expect(fee).toBeFocused();
    await expect(fee).toHaveAccessibleDescription(/“,” can't stand here/);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await typeInto(page, fee, "1.05");
    await page.keyboard.press("Enter");
    await pressButton(page, button(page.getByRole("alertdialog"), "Update fee"));
    await expect(page.getByText("Crypto fee updated")).toBeVisible();

    await goTo(page, "/fees-rates/edit-network-name?currency=USDT&network=Tron");
    await typeInto(page, field(page, "Network name"), "Tron network");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Network name updated")).toBeVisible();
    expect(played.callsOf("PUT /set-fee/crypto-fee")).toHaveLength(1);

    played.on("POST /asset-markdown/set-global", { json: { success: true } }).on("PUT /marker/markup", { json: { success: true } });
    await goTo(page, "/fees-rates/price-calculator");
    await tabTo(page, page.getByRole("tab", { name: "Price Calculator" }));
    await page.keyboard.press("ArrowRight");
    await typeInto(page, field(page, "Markdown percentage (0–100)"), "5.2");
    await page.keyboard.press("Enter");
    await pressButton(page, button(page.getByRole("alertdialog"), "Update markdown"));
    await expect(page.getByText("Markdown updated")).toBeVisible();
    // While toasts stand, Tab goes from the last of them back to where the focus was before.
    await page.reload();
    await tabTo(page, page.getByRole("tab", { name: "Global Asset" }));
    await page.keyboard.press("ArrowRight");
    // Wait for the current value, or it would count as changed meanwhile.
    await expect(page.getByText("1.5%").first()).toBeVisible();
    await typeInto(page, field(page, "Markup (%)"), "1.6");
    await page.keyboard.press("Enter");
    await pressButton(page, button(page.getByRole("alertdialog"), "Update markup"));
    await expect(page.getByText("Markup updated")).toBeVisible();

    played.on("PUT /admingiftcard/rates/rate-2", { json: { success: true } });
    await goTo(page, "/fees-rates/gift-card-rates");
    const menu = page.getByRole("button", { name: /^Actions for STEAM/ });
    await pressButton(page, menu);
    await chooseByTyping(page, "Edit");
    const dialog = page.getByRole("dialog");
    await typeInto(page, dialog.getByLabel("Notes"), "slow");
    await pressButton(page, button(dialog, "Save changes"));
    await expect(page.getByText("Rate updated")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(menu).toBeFocused();
  });
});
