import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/axe.ts";
import { Gate } from "../support/gate.ts";
import { keptBy } from "../support/browser/kept.ts";
import { chooseFromUserMenu } from "../support/browser/menus.ts";
import { playFigures } from "../support/browser/played-figures.ts";
import { playUsers, usersOf, wireUsers } from "../support/browser/played-users.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import type { PlayedHost } from "../support/browser/played-host.ts";
import { expect, keepSession, test, testWithShell } from "../support/browser/test.ts";
import { fakeSession } from "../support/fake-login.ts";
import { playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";

const email = "user001@example.com";
const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
const field = (page: Page) => page.getByRole("combobox", { name: /^Find a screen/ });
const active = (page: Page) => page.getByRole("option", { selected: true });

/** Opens the palette; its key works shortly after the screen has loaded. */
async function openPalette(page: Page): Promise<void> {
  await expect(async () => {
    if (!(await palette(page).isVisible())) await page.keyboard.press("ControlOrMeta+k");
    await expect(field(page)).toBeFocused({ timeout: 2000 });
  }).toPass();
}

/** Opens the dashboard, after a visit to the list of users. */
async function start(page: Page, host: { readonly origin: string }, played: PlayedHost): Promise<void> {
  playFigures(played);
  playUsers(played).on("GET /admin/settings", { json: { success: true, data: { emailNotifications: false } } });
  playDashboard(played, [...wireRows(5), wireRow(5, { username: "ada", type: "SWAP", amount: "1500", reference: "TX-LOOKED-FOR" })]);
  played.on("GET /usermanagement/users", usersOf(wireUsers(23)));
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/users");
  await expect(page.getByRole("cell", { name: email }).first()).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("cell", { name: "user3", exact: true })).toBeVisible();
}

test("[LAY-2, A11Y] the palette opens by key and by the header's button, leads to every screen, and takes what is typed at once; keys of one letter go to screens, never while somebody types", async ({
  page,
  host,
  played,
}) => {
  test.slow();
  await start(page, host, played);

  await test.step("keys of one letter go to screens and to the list's search, and can be switched off", async () => {
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
      .getByRole("button", { name: /as of|Live|Host reached/ })
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
    // In an open dialog or a focused panel, letters are no shortcuts.
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
    await page.keyboard.press("Escape");
    await expect(palette(page)).toHaveCount(0);
  });

  await test.step("it gives the focus to what it opened; Escape gives it back", async () => {
    const button = page.getByRole("button", { name: /^Find anything/ });
    await button.click();
    await expect(field(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(palette(page)).toHaveCount(0);
    await expect(button).toBeFocused();

    await openPalette(page);
    await expect(page.getByRole("option")).toHaveCount(27);
    await expectAccessible(page);
    await page.keyboard.type("gift");
    await expect(active(page)).toHaveText(/Gift card rates/);
    await page.keyboard.press("Enter");
    await expect(palette(page)).toHaveCount(0);
    await expect(page).toHaveURL(/gift-card-rates/);
    await expect(page.getByRole("heading", { level: 1, name: "Gift card rates" })).toBeVisible();
    await expect(page.locator("#content")).toBeFocused();
  });

  await test.step("what is typed at once after the key is kept while the palette is still on its way, and so is Enter", async () => {
    const held = new Gate();
    await page.route(/\/assets\/palette-(?!look)/, async (route) => {
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
    await page.unrouteAll({ behavior: "wait" });
  });

  await test.step("keys pressed and words pasted before anything listens go into the palette", async () => {
    const held = new Gate();
    const listening = /\/assets\/background-/;
    await page.route(listening, async (route) => {
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

testWithShell(
  "[DASH-10, SYNC-3, AUTH-14] recent users leave the device with the session; offline the palette finds what is cached by reference and by query, and says what it has not searched",
  async ({ page, context, host, played }) => {
    played.on("POST /adminsignin/logout", { json: { success: true } });
    await start(page, host, played);

    await test.step("offline it finds what is cached by reference and by query, and says what it has not searched", async () => {
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
      await played.cutOff(context, false);
    });

    await test.step("recent users leave the device with the session", async () => {
      await page.goto(`/funding?email=${email}`);
      await expect(page.getByLabel("User Email")).toHaveValue(email);
      await openPalette(page);
      await expect(page.getByRole("group", { name: "Recent users" }).getByRole("option")).toHaveCount(1);
      await page.keyboard.press("Escape");
      await chooseFromUserMenu(page, "Logout");
      await expect(page).toHaveURL(/\/login/);
      const { records, storage } = await keptBy(page);
      expect([...records, storage].filter((one) => one.includes(email))).toEqual([]);
    });
  },
);
