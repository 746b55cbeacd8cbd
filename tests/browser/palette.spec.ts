import type { Page } from "@playwright/test";
import { fr } from "../../src/app/i18n/fr/words.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { Gate } from "../support/browser/gate.ts";
import { keptBy } from "../support/browser/kept.ts";
import { playFigures } from "../support/browser/played-figures.ts";
import { playUsers, usersOf, wireUsers } from "../support/browser/played-users.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { fakeSession } from "../support/fake-login.ts";
import { playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";

const email = "user001@example.com";
const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
const field = (page: Page) => page.getByRole("combobox", { name: /^Find a screen/ });
const active = (page: Page) => page.getByRole("option", { selected: true });

/** Opens the palette; its keys are heard a moment after the screen stands. */
async function openPalette(page: Page): Promise<void> {
  await expect(async () => {
    if (!(await palette(page).isVisible())) await page.keyboard.press("ControlOrMeta+k");
    await expect(field(page)).toBeFocused({ timeout: 2000 });
  }).toPass();
}

test.beforeEach(async ({ page, host, played }) => {
  playFigures(played);
  playUsers(played).on("GET /admin/settings", { json: { success: true, data: { emailNotifications: false } } });
  playDashboard(played, [...wireRows(5), wireRow(5, { username: "ada", type: "SWAP", amount: "1500", reference: "TX-LOOKED-FOR" })]);
  played.on("GET /usermanagement/users", usersOf(wireUsers(23)));
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/users");
  await expect(page.getByRole("cell", { name: email }).first()).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("cell", { name: "user3", exact: true })).toBeVisible();
});

test("[LAY-2, A11Y] the palette opens by key, leads to every screen, and gives the focus to what it opened", async ({ page }) => {
  await openPalette(page);
  await expect(page.getByRole("option")).toHaveCount(21);
  await expectAccessible(page);
  await page.keyboard.type("gift");
  await expect(active(page)).toHaveText(/Gift card rates/);
  await page.keyboard.press("Enter");
  await expect(palette(page)).toHaveCount(0);
  await expect(page).toHaveURL(/gift-card-rates/);
  await expect(page.getByRole("heading", { level: 1, name: "Gift card rates" })).toBeVisible();
  await expect(page.locator("#content")).toBeFocused();
});

test("[LAY-2] Escape closes it and gives the focus back; the header has a button for it", async ({ page }) => {
  const button = page.getByRole("button", { name: /^Find anything/ });
  await button.click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(button).toBeFocused();
});

test.describe("while scripts are on the way", () => {
  // A worker would have kept them.
  test.use({ serviceWorkers: "block" });

  test("[LAY-2] what is typed at once after the key is kept while the palette is still on its way, and so is Enter", async ({
    page,
    context,
  }) => {
    const held = new Gate();
    await context.route(/\/assets\/palette-(?!look)/, async (route) => {
      await held.opened;
      await route.continue();
    });
    await page.goto("/settings");
    const box = page.getByRole("button", { name: /^Find anything/ });
    await box.focus();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("type:SWAPP");
    await page.keyboard.press("Backspace");
    const awaited = page.getByRole("dialog", { name: /^Find anything/ });
    await expect(awaited.getByRole("textbox")).toHaveValue("type:SWAP");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(awaited).toHaveCount(0);
    await expect(box).toBeFocused();

    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("gift");
    await page.keyboard.press("Enter");
    held.open();
    await expect(page).toHaveURL(/gift-card-rates/);
  });

  test("[LAY-2] keys pressed and words pasted before anything listens go into the palette", async ({ page, context }) => {
    const held = new Gate();
    const listening = /\/assets\/background-/;
    await context.route(listening, async (route) => {
      await held.opened;
      await route.continue();
    });
    const asked = page.waitForRequest(listening);
    await page.goto("/users");
    await expect(page.getByRole("cell", { name: email }).first()).toBeVisible();
    await asked;
    await page
      .getByPlaceholder(/Search/)
      .first()
      .focus();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("secu");
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "rity");
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(page.getByPlaceholder(/Search/).first()).toHaveValue("");
    await expect(field(page)).toHaveCount(0);
    held.open();
    await expect(field(page)).toHaveValue("security");
    await expect(field(page)).toBeFocused();
    await page.keyboard.type("!");
    await expect(field(page)).toHaveValue("security!");
  });
});

test("[FUND-1, USER-6] from any screen to a user's funding form in few keystrokes beyond the email", async ({ page }) => {
  await page.goto("/settings");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await openPalette(page);
  await page.keyboard.insertText(email);
  await expect(active(page)).toHaveText(new RegExp(`User summary · ${email}`));
  const keys = ["ControlOrMeta+k", "ArrowDown", "Enter"];
  for (const key of keys.slice(1)) await page.keyboard.press(key);
  expect(keys.length).toBeLessThanOrEqual(12);
  await expect(page.getByLabel("User Email")).toHaveValue(email);
  await expect(page).toHaveURL(/\/funding\?/);

  // The same by words; the form that is open takes the new user, not the one before.
  await openPalette(page);
  await page.keyboard.type("fund user002@example.com");
  await expect(active(page)).toHaveText(/Fund User · user002@example.com/);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("User Email")).toHaveValue("user002@example.com");
});

test("[USER-6] a tool asks for its user, recent users first, and Backspace thinks better of it", async ({ page }) => {
  await page.goto(`/user-management/summary?email=${email}`);
  await expect(page.getByRole("navigation", { name: "Tools" }).or(page.getByText(email).first()).first()).toBeVisible();
  await openPalette(page);
  await expect(page.getByRole("group", { name: "Recent users" }).getByRole("option")).toHaveText([new RegExp(email)]);
  await page.keyboard.type("disable");
  await expect(active(page)).toHaveText(/Disable 2FA…/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Disable 2FA: for which user?" })).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("disable");
  await page.keyboard.press("Enter");
  await page.keyboard.type("user003");
  await expect(active(page)).toHaveText(/user003@example.com/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/disable-2fa\?email=user003/);
});

test("[DASH-10, SYNC-3] offline it finds what is cached by reference and by query, and says what it has not searched", async ({
  page,
  context,
  played,
}) => {
  await untilShellIsKept(page);
  await played.cutOff(context);
  await openPalette(page);
  await page.keyboard.insertText("TX-LOOKED-FOR");
  await expect(page.getByRole("group", { name: "Transactions on this device" }).getByRole("option")).toHaveText([
    /Swap · 1,500.00 BTC.*ada · TX-LOOKED-FOR/,
  ]);
  await expect(page.getByRole("status").filter({ hasText: "Not searched: the host." })).toContainText("the 6 transactions and");
  await field(page).fill("type:SWAP amount>1000");
  await expect(active(page)).toHaveText(/type:SWAP amount>1000Show in the dashboard/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove Amount above 1,000" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "ada", exact: true })).toBeVisible();
  await expect(page.getByText("Cached matches; the host is out of reach.")).toBeVisible();
});

test("[DASH-7] a mistake in a query is pointed at, and its suggestion is one Enter away", async ({ page }) => {
  await openPalette(page);
  await page.keyboard.insertText("tpye:SWAP");
  await expect(field(page)).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("At 1: “tpye” is no term.")).toBeVisible();
  await expect(active(page)).toHaveText("Use type:SWAP");
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue("type:SWAP");
});

test("[TOOL-3] a pasted address that no kept wallet has is not passed off as unknown to the host", async ({ page }) => {
  await openPalette(page);
  await page.keyboard.insertText("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq");
  await expect(page.getByText(/No wallet with this address: only 0 users' wallets are kept on this device/)).toBeVisible();
});

test("[USER-1] a pasted phone number finds its user", async ({ page }) => {
  await page.goto("/users");
  const phone = (
    await page
      .getByRole("cell", { name: /^\+?234\d+$/ })
      .first()
      .innerText()
  ).trim();
  await openPalette(page);
  await page.keyboard.insertText(phone.replace("+234", "0"));
  await expect(page.getByRole("group", { name: "Users" }).getByRole("option").first()).toContainText(phone);
});

test("[LAY-2] keys of one letter go to screens and to the list's search, never while somebody types, and can be switched off", async ({
  page,
}) => {
  const box = page.getByLabel("Search transactions");
  await expect(async () => {
    await page.locator("body").press("/");
    await expect(box).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.type("gu?/");
  await expect(box).toHaveValue("gu?/");
  await expect(page).toHaveURL(/\/$/);
  await box.blur();
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page).toHaveURL(/\/security$/);
  await page
    .getByRole("banner")
    .getByRole("button", { name: /as of|Live/ })
    .click();
  const panel = page.getByRole("dialog", { name: "What this screen stands on" });
  await expect(panel).toBeVisible();
  await panel.press("?");
  await expect(panel).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keys" });
  await expect(list.getByText("Gift card rates")).toBeVisible();
  await expectAccessible(page);
  // A dialog is open: its letters are its own, and so are those of a panel that has the focus.
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(page).toHaveURL(/\/security$/);
  await list.getByRole("switch").press("Space");
  await expect(list.getByRole("switch")).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await page.keyboard.press("?");
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await openPalette(page);
  await expect(list).toHaveCount(0);
  await expect(page).toHaveURL(/\/security$/);
});

test("[AUTH-14] recent users leave the device with the session", async ({ page, played }) => {
  played.on("POST /adminsignin/logout", { json: { success: true } });
  await page.goto(`/funding?email=${email}`);
  await expect(page.getByLabel("User Email")).toHaveValue(email);
  await openPalette(page);
  await expect(page.getByRole("group", { name: "Recent users" }).getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.getByRole("banner").getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login/);
  const { records, storage } = await keptBy(page);
  expect([...records, storage].filter((one) => one.includes(email))).toEqual([]);
});

test("[SET-1, A11Y] in French the palette and the list of keys speak French", async ({ page }) => {
  await page.goto("/settings");
  await page.getByLabel("Language").selectOption({ label: "French" });
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.keyboard.press("ControlOrMeta+k");
  const dialog = page.getByRole("dialog", { name: fr.search.palette.title });
  await expect(dialog.getByRole("combobox", { name: fr.search.palette.label })).toBeFocused();
  await page.keyboard.type("crédit");
  await expect(active(page)).toHaveText(fr.layout.entries.funding);
  await expect(dialog.getByText(/Le serveur n’a pas été interrogé/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.locator("#content").focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: fr.search.keys.title })).toContainText(fr.search.keys.singleHint);
});
