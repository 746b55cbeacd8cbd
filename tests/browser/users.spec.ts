import type { Page } from "@playwright/test";
import { fakeSession } from "../support/fake-login.ts";
import { axeFaults, expectAccessible } from "../support/browser/axe.ts";
import { expectColour } from "../support/browser/colour.ts";
import { expectColumnsInSight, laptop } from "../support/browser/columns.ts";
import { Gate } from "../support/browser/gate.ts";
import { keptBy } from "../support/browser/kept.ts";
import type { PlayedHost } from "../support/browser/played-host.ts";
import { playUsers, usersOf, wireUser, wireUsers } from "../support/browser/played-users.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test, testWithShell } from "../support/browser/test.ts";

const call = "GET /usermanagement/users";
const asked = (played: PlayedHost) => played.callsOf(call).map(({ query }) => query);
const rows = (page: Page) => page.getByRole("table", { name: "Users" }).locator("tbody").getByRole("row");
const menu = (page: Page, email: string) => page.getByRole("button", { name: `Actions for ${email}` }).click();

test.describe("on a played host", () => {
  test.beforeEach(async ({ page, host, played }) => {
    playUsers(played);
    await keepSession(page, host.origin, fakeSession());
  });

  test("[USER-3, LAY-1] on a laptop all columns stand side by side beside the open menu, with long values too", async ({
    page,
    played,
  }) => {
    await page.setViewportSize(laptop);
    const long = {
      username: "oluwaseun.adebayo-ogunleye.the.third",
      email: "oluwaseun.adebayo-ogunleye@mail.subsidiary.example-company.com",
    };
    played.on(call, usersOf([wireUser(0, long), wireUser(1)]));
    await page.goto("/users");
    await expect(rows(page)).toHaveCount(2);
    await expectColumnsInSight(page, 9);
    await expect(rows(page).first()).toContainText(long.username);
    await expect(rows(page).first()).toContainText(long.email);
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

  testWithShell(
    "[USER-2, USER-4, USER-8, USER-10] of 100,000 users each page is one question, and never are all of them loaded",
    async ({ page, played }) => {
      played.on(call, usersOf(wireUsers(100_000)));
      await page.goto("/users");
      await expect(page.getByText("1–10 of 100,000")).toBeVisible();
      const pages = page.getByRole("navigation", { name: "Pages" });
      const turns = [
        ["2", "user010", "10"],
        ["10000", "user99990", "99990"],
        ["9999", "user99980", "99980"],
        ["1", "user000", "0"],
      ] as const;
      for (const [name, first, skip] of turns) {
        const before = asked(played).length;
        await pages.getByRole("button", { name: `Page ${name}`, exact: true }).click();
        await expect(rows(page).first()).toContainText(first);
        await expect.poll(() => asked(played).slice(before)).toEqual([{ limit: "10", skip, sort: "-createdAt" }]);
      }
      await page.getByLabel("Search users").fill("user9999");
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await expect(page.getByText("1–10 of 11")).toBeVisible();
      const kept = (await keptBy(page)).records.filter((record) => record.includes("@example.com") && record.includes("seenAt"));
      expect(kept.length).toBeLessThanOrEqual(50);
      expect(asked(played).every(({ limit }) => limit === "10")).toBe(true);

      // With a silent host, what is known of the first page is shown.
      played.on(call, { is: "silence" });
      await page.goto("/users");
      await expect(rows(page)).toHaveCount(10);
      await expect(page.getByText(/^1–10 of 100,000 · as of/)).toBeVisible();
    },
  );

  test("[USER-3, USER-6] rows are walked by the arrow keys, and back from a tool the page, the filters and the focus are as they were", async ({
    page,
  }) => {
    await page.goto("/users");
    await rows(page).first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(rows(page).nth(2)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/summary\?email=user002/);

    await page.goto("/users?q=user&page=2");
    await menu(page, "user013@example.com");
    await page.getByRole("menuitem", { name: "Disable 2FA" }).click();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue("user013@example.com");
    await page.goBack();
    await expect(page).toHaveURL(/q=user&page=2/);
    await expect(page.getByRole("button", { name: "Actions for user013@example.com" })).toBeFocused();
  });

  test("[USER-7] Delete asks, sends the email, and takes the user out of the list", async ({ page, played }) => {
    let users = wireUsers(12);
    played
      .on(call, (one) => usersOf(users)(one))
      .on("DELETE /deleteuser/user", () => {
        users = users.filter((user) => user["email"] !== "user003@example.com");
        return { json: { success: true, message: "Gone for good" } };
      });
    await page.goto("/users");
    await menu(page, "user003@example.com");
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete user" });
    await expect(dialog).toContainText("user003@example.com");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Delete user" }).click();
    await expect(page.getByText("Gone for good")).toBeVisible();
    await expect(page.getByRole("cell", { name: "user003@example.com" })).toBeHidden();
    expect(played.callsOf("DELETE /deleteuser/user")).toMatchObject([
      { body: { email: "user003@example.com" }, authorization: expect.stringMatching(/^Bearer /) },
    ]);
  });

  test("[USER-7] a deletion whose outcome is unknown stays in sight on a user's page until it is settled", async ({ page, played }) => {
    played.on("DELETE /deleteuser/user", { status: 502, body: "<html>", contentType: "text/html" });
    await page.goto("/user-management/summary?email=user001%40example.com");
    await page.getByRole("button", { name: "Delete user" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete user" }).click();
    const happened = page.getByRole("dialog", { name: "Delete user" }).getByRole("button", { name: "It happened" });
    await expect(happened).toBeVisible();
    // When the question closes, focus returns to the page beneath.
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await happened.click();
    await expect(page).toHaveURL(/\/users$/);
  });

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
    await page.getByRole("menuitem", { name: "Wallet generation status" }).click();
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

  test("[USER-1] at 1440, 768 and 320 px nothing is cut off and axe finds nothing", async ({ page }) => {
    await page.goto("/users");
    await expect(rows(page)).toHaveCount(10);
    await page.getByRole("button", { name: "Filters" }).click();
    for (const width of [1440, 768, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBeLessThanOrEqual(width);
      expect(await axeFaults(page), `at ${width} px`).toEqual([]);
    }
  });
});

test("[USER-2] the embedded host's list is the app's list", async ({ signedIn: page }) => {
  await page.goto("/users");
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByText(/1–10 of 200/)).toBeVisible();
});
