import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/axe.ts";
import { keptBy } from "../support/browser/kept.ts";
import { untilMenuHasFocus } from "../support/browser/keyboard.ts";
import { chooseFromMenu, chooseFromUserMenu } from "../support/browser/menus.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { signInAt } from "../support/browser/truth.ts";
import { goTo } from "../support/browser/walk.ts";

const menu = (page: Page) => page.getByRole("navigation", { name: "Main menu" });
const view = (page: Page, name: string) => menu(page).getByRole("link", { name, exact: true });

async function saveView(page: Page, name: string): Promise<void> {
  await menu(page).getByRole("button", { name: "Save this view…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await expect(dialog.getByText("Kept on this device until you sign out")).toBeVisible();
  // The only field is focused at once.
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
}

test("[DASH-11, LAY-1, LAY-2, AUTH-14] a filtered list is named, opened from the menu, renamed and removed, by keyboard and on small screens too, told of other tabs, and leaves the device with the session", async ({
  page,
  context,
  host,
}) => {
  test.slow();
  // Of its own, as it is ended.
  await keepSession(page, host.origin, await signInAt(host));

  await test.step("whoever removes a view by keyboard goes on at the next one, and after the last one in the menu", async () => {
    for (const name of ["First", "Second"]) {
      await goTo(page, `/?searchTerm=${name}`);
      await saveView(page, name);
    }
    await goTo(page, "/settings");
    const changes = (name: string) => menu(page).getByRole("button", { name: `Change the view ${name}` });
    const removeByKeys = async (name: string) => {
      await changes(name).focus();
      await page.keyboard.press("Enter");
      await untilMenuHasFocus(page);
      await page.keyboard.press("End");
      await expect(page.getByRole("menuitem", { name: "Remove" })).toHaveAttribute("data-highlighted");
      await page.keyboard.press("Enter");
      await expect(view(page, name)).toHaveCount(0);
    };
    await removeByKeys("First");
    await expect(changes("Second")).toBeFocused();
    await removeByKeys("Second");
    await expect(menu(page).getByRole("link", { name: "Settings" })).toBeFocused();
  });

  await test.step("collapsed, the views are in a menu of their own, by keyboard; on a small screen they are in the drawer", async () => {
    await goTo(page, "/audit?outcome=refused");
    await saveView(page, "Refused");
    await page.getByRole("button", { name: "Collapse sidebar" }).click();
    await goTo(page, "/settings");
    const views = menu(page).getByRole("button", { name: "Saved views" });
    await views.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Refused" })).toBeVisible();
    await untilMenuHasFocus(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/audit\?outcome=refused$/);

    await page.setViewportSize({ width: 600, height: 900 });
    await page.getByRole("button", { name: "Expand sidebar" }).click();
    await expect(page.getByRole("dialog").getByRole("link", { name: "Refused" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1440, height: 900 });
    await menu(page).getByRole("button", { name: "Expand sidebar" }).click();
    await menu(page).getByRole("button", { name: "Change the view Refused" }).click();
    await chooseFromMenu(page, "Remove");
    await expect(view(page, "Refused")).toHaveCount(0);
  });

  await test.step("a filtered list is named, opened from the menu, renamed and removed", async () => {
    await goTo(page, "/?transactionType=SWAP&minAmount=1");
    await saveView(page, "Large swaps");
    await expect(view(page, "Large swaps")).toHaveAttribute("aria-current", "true");
    await expect(menu(page).getByRole("button", { name: "Save this view…" })).toHaveCount(0);
    await goTo(page, "/users?emailVerified=false&page=2");
    await saveView(page, "Unverified");
    await expectAccessible(page);

    await goTo(page, "/settings");
    await view(page, "Large swaps").click();
    await expect(page).toHaveURL(`${host.origin}/?transactionType=SWAP&minAmount=1`);
    await expect(page.getByRole("button", { name: "Remove Transaction type Swap" })).toBeVisible();

    await menu(page).getByRole("button", { name: "Change the view Large swaps" }).click();
    await chooseFromMenu(page, "Rename");
    await page.getByRole("textbox", { name: "Name" }).fill("Swaps");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(view(page, "Swaps")).toBeVisible();
    await menu(page).getByRole("button", { name: "Change the view Unverified" }).click();
    await chooseFromMenu(page, "Remove");
    await expect(view(page, "Unverified")).toHaveCount(0);
    await page.reload();
    await expect(view(page, "Swaps")).toBeVisible();
  });

  await test.step("a new name for a view that another tab has removed is not taken for kept", async () => {
    await goTo(page, "/?searchTerm=ada");
    await saveView(page, "Ada");
    await menu(page).getByRole("button", { name: "Change the view Ada" }).click();
    await chooseFromMenu(page, "Rename");
    const dialog = page.getByRole("dialog", { name: "Rename the view" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Everything of Ada");
    const other = await context.newPage();
    await other.goto(`${host.origin}/settings`);
    await menu(other).getByRole("button", { name: "Change the view Ada" }).click();
    await chooseFromMenu(other, "Remove");
    await expect(view(other, "Ada")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Another tab has removed this view.")).toBeVisible();
    await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Everything of Ada");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await other.close();
  });

  await test.step("a saved view leaves the device with the session, name and filter", async () => {
    await goTo(page, "/?searchTerm=ada-filter");
    await saveView(page, "All of ada-name");
    await expect.poll(async () => (await keptBy(page)).records.some((record) => record.includes("ada-name"))).toBe(true);
    await chooseFromUserMenu(page, "Logout");
    await expect(page).toHaveURL(/\/login/);
    const { records, storage, cachedUrls } = await keptBy(page);
    expect([...records, storage, ...cachedUrls].filter((one) => /ada-(name|filter)/.test(one))).toEqual([]);
  });
});
