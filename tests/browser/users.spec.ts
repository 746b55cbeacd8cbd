import type { Page } from "@playwright/test";
import { chooseFromMenu } from "../support/browser/menus.ts";
import { fakeSession } from "../support/fake-login.ts";
import { axeFaults, expectAccessible } from "../support/browser/axe.ts";
import { expectColour } from "../support/browser/colour.ts";
import { expectColumnsInSight, laptop } from "../support/browser/columns.ts";
import { Gate } from "../support/gate.ts";
import { playUsers, usersOf, wireUser, wireUsers } from "../support/browser/played-users.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test, testWithShell } from "../support/browser/test.ts";
import { goTo } from "../support/browser/walk.ts";

const call = "GET /usermanagement/users";
const rows = (page: Page) => page.getByRole("table", { name: "Users" }).locator("tbody").getByRole("row");
const menu = (page: Page, email: string) => page.getByRole("button", { name: `Actions for ${email}` }).click();

test.describe("on a played host", () => {
  test.beforeEach(async ({ page, host, played }) => {
    playUsers(played);
    await keepSession(page, host.origin, fakeSession());
  });

  test("[USER-1, USER-3, USER-6, USER-7, LAY-1] the columns stand side by side, long values too; at three widths nothing is cut off; the keys walk the rows, and back from a tool all is as it was", async ({
    page,
    played,
  }) => {
    const long = {
      username: "oluwaseun.adebayo-ogunleye.the.third",
      email: "oluwaseun.adebayo-ogunleye@mail.subsidiary.example-company.com",
    };
    await test.step("on a laptop all columns stand side by side beside the open menu", async () => {
      await page.setViewportSize(laptop);
      played.on(call, usersOf([wireUser(0, long), ...wireUsers(23).slice(1)]));
      await page.goto("/users");
      await expect(rows(page)).toHaveCount(10);
      await expectColumnsInSight(page, 9);
      await expect(rows(page).first()).toContainText(long.username);
      await expect(rows(page).first()).toContainText(long.email);
    });
    await test.step("rows are walked by the arrow keys", async () => {
      await rows(page).first().focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await expect(rows(page).nth(2)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/summary\?email=user002/);
    });
    await test.step("back from a tool the page, the filters and the focus are as they were", async () => {
      await goTo(page, "/users?q=user&page=2");
      await menu(page, "user013@example.com");
      await chooseFromMenu(page, "Disable 2FA");
      await expect(page.getByLabel("Email", { exact: true })).toHaveValue("user013@example.com");
      await page.goBack();
      await expect(page).toHaveURL(/q=user&page=2/);
      await expect(page.getByRole("button", { name: "Actions for user013@example.com" })).toBeFocused();
    });
    await test.step("the question before a deletion is accessible", async () => {
      await menu(page, "user013@example.com");
      await chooseFromMenu(page, "Delete");
      const question = page.getByRole("alertdialog", { name: "Delete user" });
      await expect(question).toContainText("user013@example.com");
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(question).toHaveCount(0);
    });
    await test.step("at 1440, 768 and 320 px nothing is cut off", async () => {
      await page.getByRole("button", { name: "Filters", exact: true }).click();
      for (const width of [1440, 768, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBeLessThanOrEqual(width);
        expect(await axeFaults(page), `at ${width} px`).toEqual([]);
      }
    });
  });

  testWithShell(
    "[USER-10] what was fetched is searched, filtered, sorted and paged offline, as part of the cached users",
    async ({ page, context, played }) => {
      await page.goto("/users?limit=50");
      await expect(rows(page)).toHaveCount(23);
      await untilShellIsKept(page);
      await played.cutOff(context);
      const before = played.calls.length;
      await page.goto("/users");
      await expect(rows(page)).toHaveCount(10);
      await expect(page.getByText("of the 23 cached")).toBeVisible();
      await page.getByRole("button", { name: "Page 3" }).click();
      await expect(rows(page)).toHaveCount(3);
      await page.getByRole("columnheader", { name: "Username" }).getByRole("button").click();
      await expect(rows(page).first()).toContainText("user000");
      await page.getByLabel("Search users").fill("user02");
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await expect(page.getByText("1–3 of 3 found, of the 23 cached")).toBeVisible();
      expect(played.calls.length).toBe(before);
    },
  );

  test("[USER-9] the badge is green when complete, yellow under way and grey otherwise; Refresh says that it refreshes", async ({
    page,
    played,
  }) => {
    const status = "GET /updateuseraddress/status-by-phone";
    const states = [
      [{ walletGenerationStatus: "started" }, "started", "yellow"],
      [{ status: "in_progress" }, "in_progress", "yellow"],
      [{ walletGenerationStatus: "failed" }, "failed", "grey"],
      [{ wallet_generation_status: "completed", is_complete: true }, "completed", "green"],
    ] as const;
    played.on(status, { json: { status: "waiting" } });
    await page.goto("/users");
    await menu(page, "user001@example.com");
    await chooseFromMenu(page, "Wallet generation status");
    const dialog = page.getByRole("dialog", { name: "Wallet generation status" });
    await expectColour(dialog.getByText("waiting", { exact: true }), "grey");
    await expect(dialog.getByRole("progressbar")).toHaveCount(0);
    for (const [json, word, colour] of states) {
      const held = new Gate();
      played.on(status, async () => {
        await held.opened;
        return { json };
      });
      await dialog.getByRole("button", { name: "Refresh" }).click();
      await expect(dialog.getByRole("button", { name: "Refreshing..." })).toBeVisible();
      held.open();
      await expectColour(dialog.getByText(word, { exact: true }), colour);
    }
    played.on(status, { json: { wallet_generation_status: "in_progress", wallets_generated: 3, total_wallets: 6 } });
    await dialog.getByRole("button", { name: "Refresh" }).click();
    await expect(dialog.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "3");
    await expectAccessible(page);
  });
});
