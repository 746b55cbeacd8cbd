import type { Page } from "@playwright/test";
import { fakeSession } from "../support/fake-login.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { expectColour } from "../support/browser/colour.ts";
import { expectColumnsInSight, laptop } from "../support/browser/columns.ts";
import { Gate } from "../support/browser/gate.ts";
import { keptBy } from "../support/browser/kept.ts";
import type { PlayedHost } from "../support/browser/played-host.ts";
import { playUsers, usersOf, wireUser, wireUsers } from "../support/browser/played-users.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const call = "GET /usermanagement/users";
const asked = (played: PlayedHost) => played.callsOf(call).map(({ query }) => query);
const rows = (page: Page) => page.getByRole("table", { name: "Users" }).locator("tbody").getByRole("row");
const menu = (page: Page, email: string) => page.getByRole("button", { name: `Actions for ${email}` }).click();

test.describe("on a played host", () => {
  test.beforeEach(async ({ page, host, played }) => {
    playUsers(played);
    await keepSession(page, host.origin, fakeSession());
  });

  test("[USER-1, USER-2, USER-3, USER-4] the first page is ten users, newest first, in nine columns", async ({ page, played }) => {
    await page.goto("/users");
    await expect(rows(page)).toHaveCount(10);
    expect(asked(played)[0]).toEqual({ limit: "10", skip: "0", sort: "-createdAt" });
    await expect(page.getByRole("heading", { level: 1, name: "User Management" })).toBeVisible();
    await expect(page.getByPlaceholder("Search users by email, name...")).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveText([
      "Username",
      "Email",
      "Phone number",
      "KYC level",
      "KYC status",
      "Email verified",
      "BVN verified",
      "Created",
      "Actions",
    ]);
    await expect(rows(page).first()).toContainText("user000@example.com");
    await expect(rows(page).first()).toContainText("Yes");
    await page.getByRole("link", { name: "Add user" }).click();
    await expect(page).toHaveURL(/\/user-management\/create-new-admin$/);
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

  test("[USER-2, USER-5] every filter goes out once it is applied, from the first page, and is in the URL", async ({ page, played }) => {
    await page.goto("/users?page=2");
    await expect(rows(page)).toHaveCount(10);
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Search users").fill("user0");
    await page.getByLabel("KYC level").selectOption("1");
    await page.getByLabel("Email verified").selectOption("Yes");
    await page.getByLabel("BVN verified").selectOption("No");
    await page.getByLabel("Date from").fill("2026-01-02");
    await page.getByLabel("Date to").fill("2026-12-01");
    const before = asked(played).length;
    await page.getByRole("button", { name: "Apply Filters" }).click();
    await expect.poll(() => asked(played).length).toBe(before + 1);
    expect(asked(played).at(-1)).toEqual({
      limit: "10",
      skip: "0",
      sort: "-createdAt",
      q: "user0",
      kycLevel: "1",
      emailVerified: "true",
      bvnVerified: "false",
      dateFrom: "2026-01-02",
      dateTo: "2026-12-01",
    });
    await page.reload();
    await expect(page.getByLabel("Search users")).toHaveValue("user0");
    await page.getByRole("button", { name: /^Remove KYC level/ }).click();
    await expect.poll(() => asked(played).at(-1)?.["kycLevel"]).toBeUndefined();
    await page.getByRole("button", { name: "Clear All" }).click();
    await expect.poll(() => asked(played).at(-1)).toEqual({ limit: "10", skip: "0", sort: "-createdAt" });
    await page.getByLabel("Search users").fill("user02");
    await page.getByLabel("Search users").press("Enter");
    await expect.poll(() => asked(played).at(-1)?.["q"]).toBe("user02");
  });

  test("[USER-4, USER-10] pages, page sizes and column heads ask one question each", async ({ page, played }) => {
    played.on(call, usersOf(wireUsers(300)));
    await page.goto("/users");
    await expect(rows(page)).toHaveCount(10);
    const pages = page.getByRole("navigation", { name: "Pages" });
    await expect(pages.getByRole("button", { name: "Page 30" })).toBeVisible();
    await expect(pages.getByText("…")).toHaveCount(1);
    const before = asked(played).length;
    await pages.getByRole("button", { name: "Page 2", exact: true }).click();
    await expect(rows(page).first()).toContainText("user010");
    expect(asked(played).slice(before)).toEqual([{ limit: "10", skip: "10", sort: "-createdAt" }]);
    await page.getByLabel("Rows per page").selectOption("50");
    await expect(rows(page)).toHaveCount(50);
    expect(asked(played).at(-1)).toEqual({ limit: "50", skip: "0", sort: "-createdAt" });
    await page.getByRole("columnheader", { name: "Email", exact: true }).getByRole("button").click();
    await expect.poll(() => asked(played).at(-1)?.["sort"]).toBe("email");
    await page.getByRole("columnheader", { name: "Email", exact: true }).getByRole("button").click();
    await expect.poll(() => asked(played).at(-1)?.["sort"]).toBe("-email");
    await expect(page.getByRole("columnheader", { name: "Email", exact: true })).toHaveAttribute("aria-sort", "descending");
  });

  test("[USER-8] an empty list, and a host that fails, say so", async ({ page, played }) => {
    played.on(call, { status: 403, json: { message: "Not for you" } });
    await page.goto("/users");
    await expect(page.getByText("Not for you")).toBeVisible();
    played.on(call, { status: 404, json: {} });
    await page.reload();
    await expect(page.getByText("Failed to fetch users")).toBeVisible();
    played.on(call, usersOf([]));
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("No results.")).toBeVisible();
  });

  test("[USER-8, USER-10] a list that became shorter than its page goes to its last page", async ({ page, played }) => {
    played.on(call, usersOf(wireUsers(12)));
    await page.goto("/users?page=9");
    await expect(page).toHaveURL(/page=2/);
    await expect(rows(page)).toHaveCount(2);
  });

  test("[USER-10] what was fetched is searched, filtered, sorted and paged offline, as part of the cached users", async ({
    page,
    context,
    played,
  }) => {
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
  });

  test("[USER-2, USER-4, USER-8, USER-10] of 100,000 users each page is one question, and never are all of them loaded", async ({
    page,
    played,
  }) => {
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

    // A host that says nothing: what is known of the first page stands there all the same.
    played.on(call, { is: "silence" });
    await page.goto("/users");
    await expect(rows(page)).toHaveCount(10);
    await expect(page.getByText(/^1–10 of 100,000 · as of/)).toBeVisible();
  });

  test("[USER-6, USER-11] the row menu leads to every tool with the user in the URL and the navigation", async ({ page }) => {
    const targets = {
      "User summary": "summary",
      "Disable 2FA": "disable-2fa",
      "Remove password PIN": "remove-password",
      "Fetch wallets": "fetch-wallets",
      "Wipe pending balance": "wipe-pending-balance",
      "Generate wallet": "generate-wallet-by-phone",
      "Regenerate wallet": "regenerate-wallet-by-phone",
    };
    await page.goto("/users");
    for (const [name, path] of Object.entries(targets)) {
      await menu(page, "user001@example.com");
      await page.getByRole("menuitem", { name, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/user-management/${path}\\?email=user001%40example.com$`));
      const state = await page.evaluate(() => JSON.stringify(history.state));
      expect(state).not.toMatch(/user001|\+234|u-1/);
      await page.goBack();
      await expect(rows(page)).toHaveCount(10);
    }
  });

  test("[USER-6] back from a tool the page, the filters and the focus are as they were", async ({ page }) => {
    await page.goto("/users?q=user&page=2");
    await menu(page, "user013@example.com");
    await page.getByRole("menuitem", { name: "Disable 2FA" }).click();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue("user013@example.com");
    await page.goBack();
    await expect(page).toHaveURL(/q=user&page=2/);
    await expect(page.getByRole("button", { name: "Actions for user013@example.com" })).toBeFocused();
  });

  test("[USER-3] rows are walked by the arrow keys, and Enter opens the user", async ({ page }) => {
    await page.goto("/users");
    await rows(page).first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(rows(page).nth(2)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/summary\?email=user002/);
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

  test("[USER-7] a refused delete says so and changes nothing", async ({ page, played }) => {
    played.on("DELETE /deleteuser/user", { status: 400, json: {} });
    await page.goto("/users");
    await menu(page, "user003@example.com");
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete user" }).click();
    await expect(page.getByRole("alertdialog").getByText("Failed to delete user")).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("cell", { name: "user003@example.com", exact: true })).toBeVisible();
  });

  test("[USER-7] a deletion whose outcome is unknown stays in sight on a user's page until it is settled", async ({ page, played }) => {
    played.on("DELETE /deleteuser/user", { status: 502, body: "<html>", contentType: "text/html" });
    await page.goto("/user-management/summary?email=user001%40example.com");
    await page.getByRole("button", { name: "Delete user" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete user" }).click();
    const happened = page.getByRole("dialog", { name: "Delete user" }).getByRole("button", { name: "It happened" });
    await expect(happened).toBeVisible();
    // The question gives the focus back to the page as it closes beneath.
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await happened.click();
    await expect(page).toHaveURL(/\/users$/);
  });

  test("[USER-9] the status dialog shows snake case, refreshes, and says what failed", async ({ page, played }) => {
    const status = "GET /updateuseraddress/status-by-phone";
    played.on(call, usersOf([wireUser(1), wireUser(2, { phonenumber: null })])).on(status, {
      json: {
        success: true,
        user: { id: 7, email: "u@e.com", phonenumber: "+1" },
        wallet_generation_status: "in_progress",
        wallets_generated: 3,
        total_wallets: 6,
      },
    });
    await page.goto("/users");
    await menu(page, "user002@example.com");
    await page.getByRole("menuitem", { name: "Wallet generation status" }).click();
    await expect(page.getByText("User has no phone number")).toBeVisible();
    await menu(page, "user001@example.com");
    await page.getByRole("menuitem", { name: "Wallet generation status" }).click();
    const dialog = page.getByRole("dialog", { name: "Wallet generation status" });
    await expect(dialog.getByText("in_progress")).toBeVisible();
    await expect(dialog.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "3");
    await expect(dialog.getByText("50%")).toBeVisible();
    await expectAccessible(page);
    expect(played.callsOf(status)[0]?.query).toEqual({ phonenumber: "+2348010000001" });
    played.on(status, { status: 500, json: { message: "boom" } });
    await dialog.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("Failed to refresh status")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await menu(page, "user001@example.com");
    await page.getByRole("menuitem", { name: "Wallet generation status" }).click();
    await expect(page.getByText("Failed to fetch wallet generation status").first()).toBeVisible();
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
  });

  test("[USER-2] users and pagination at the top level of the answer are read as well", async ({ page, played }) => {
    played.on(call, { json: { users: wireUsers(10), pagination: { total: 31, skip: 0 } } });
    await page.goto("/users");
    await expect(page.getByText("1–10 of 31")).toBeVisible();
    await expect(rows(page)).toHaveCount(10);
  });

  test("[USER-3] markup, quotes and plus signs in an email are text, and reach the tools whole", async ({ page, played }) => {
    const email = `o'neil+1"<b>@example.com`;
    played.on(call, usersOf([wireUser(1, { email, username: "<img src=x onerror=alert(1)>" }), wireUser(2)]));
    await page.goto("/users");
    await expect(page.getByRole("cell", { name: email, exact: true })).toBeVisible();
    await menu(page, email);
    await page.getByRole("menuitem", { name: "Disable 2FA" }).click();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  });

  test("[LAY-7, USER-8] while users are fetched, the connection panel says so of the users, and not of the transactions", async ({
    page,
    played,
  }) => {
    played.on(call, { is: "silence" });
    await page.goto("/users");
    await page.getByRole("banner").getByTitle("What this screen stands on").click();
    const partOf = (name: string) =>
      page.getByRole("dialog").getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd");
    await expect(partOf("Users")).toContainText("syncing");
    await expect(partOf("Transactions")).not.toContainText("syncing");
    await expect(partOf("Fees and rates")).toHaveText("never fetched");
  });

  for (const width of [1440, 768, 320]) {
    test(`[USER-1] at ${width} px nothing is cut off and axe finds nothing`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/users");
      await expect(rows(page)).toHaveCount(10);
      await page.getByRole("button", { name: "Filters" }).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible(page);
    });
  }
});

test("[USER-2] the embedded host's list is the app's list", async ({ signedIn: page }) => {
  await page.goto("/users");
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByText(/1–10 of 200/)).toBeVisible();
});
