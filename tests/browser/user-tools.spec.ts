import { fakeSession } from "../support/fake-login.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { playUsers } from "../support/browser/played-users.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test, testWithShell } from "../support/browser/test.ts";

const email = "user001@example.com";
const phone = "+2348010000001";

test.beforeEach(async ({ page, host, played }) => {
  playUsers(played);
  await keepSession(page, host.origin, fakeSession());
});

test("[TOOL-2, TOOL-3, TOOL-5] what a tool asks before it is done is accessible in both themes", async ({ page }) => {
  // Three axe runs, each of which takes a while.
  test.slow();
  for (const [path, button] of [
    ["disable-2fa", "Disable 2fa"],
    ["remove-password", "Remove password PIN"],
    ["wipe-pending-balance", "Wipe pending balance"],
  ] as const) {
    await page.goto(`/user-management/${path}?email=${encodeURIComponent(email)}`);
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.getByRole("alertdialog")).toContainText(email);
    await expectAccessible(page);
  }
});

test("[TOOL-4] an admin is created with what was typed, after each field was right", async ({ page, played }) => {
  const call = "POST /admin/register";
  await page.goto("/user-management/create-new-admin");
  await page.getByRole("button", { name: "Create admin" }).click();
  for (const message of [
    "Admin name must be between 2 and 100 characters",
    "Enter a valid email address",
    "Password PIN must be exactly 6 digits",
    "Invalid role",
  ])
    await expect(page.getByText(message).first()).toBeVisible();
  await expectAccessible(page);
  // Retried, as focus handling loads after the screen.
  await expect(async () => {
    await page.getByRole("button", { name: "Create admin" }).click();
    await expect(page.getByLabel("Admin name", { exact: true })).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.getByLabel("Admin name", { exact: true }).fill("Grace");
  await page.getByRole("button", { name: "Create admin" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await page.getByLabel("Email", { exact: true }).fill("grace2@example.com");
  await page.getByLabel("Password PIN", { exact: true }).fill("12345");
  await page.getByLabel("Role", { exact: true }).selectOption("moderator");
  await page.getByRole("button", { name: "Create admin" }).click();
  expect(played.callsOf(call)).toEqual([]);
  await page.getByLabel("Password PIN", { exact: true }).fill("123456");
  played.on(call, { status: 409, json: { message: "taken" } });
  await page.getByRole("button", { name: "Create admin" }).click();
  await expect(page.getByText("An admin with this email already exists").first()).toBeVisible();
  played.on(call, { status: 400, json: {} });
  await page.getByRole("button", { name: "Create admin" }).click();
  await expect(page.getByText("Failed to register admin").first()).toBeVisible();
  played.on(call, { status: 201, json: { message: "Welcome aboard" } });
  await page.getByRole("button", { name: "Create admin" }).click();
  await expect(page.getByText("Welcome aboard").first()).toBeVisible();
  expect(played.callsOf(call).at(-1)?.body).toEqual({
    adminName: "Grace",
    email: "grace2@example.com",
    passwordPin: "123456",
    role: "moderator",
  });
});

test("[LAY-6] what is said briefly in a tab that nobody sees is said once somebody does", async ({ page }) => {
  const toasts = page.getByRole("region", { name: "Notifications" }).getByRole("status");
  const turn = (visibility: "hidden" | "visible") =>
    page.evaluate((state) => {
      Object.defineProperties(document, {
        hidden: { configurable: true, value: state === "hidden" },
        visibilityState: { configurable: true, value: state },
      });
      document.dispatchEvent(new Event("visibilitychange"));
    }, visibility);
  await page.clock.install();
  await page.goto("/user-management/create-new-admin");
  const ask = page.getByRole("button", { name: "Create admin" });
  await ask.click();
  // From here on, toasts need no further loading.
  await expect(toasts).toHaveText(/Admin name must be/);
  await turn("hidden");
  await page.clock.runFor(10_000);
  await expect(toasts).toHaveCount(1);
  await page.getByLabel("Admin name", { exact: true }).fill("Grace");
  await ask.click();
  await page.clock.runFor(10_000);
  await expect(toasts).toHaveText(/Admin name must be/);
  await turn("visible");
  await expect(toasts.filter({ hasText: "Enter a valid email address" })).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(toasts).toHaveCount(0);
});

test("[TOOL-6] a generation is followed to its end, through a reload", async ({ page, played }) => {
  const start = "POST /updateuseraddress/generate-wallets-by-phone";
  const status = "GET /updateuseraddress/status-by-phone";
  played
    .on(start, {
      json: {
        success: true,
        walletGenerationStatus: "started",
        walletsGenerated: 0,
        totalWallets: 6,
        estimatedCompletionTime: "2 minutes",
      },
    })
    .on(status, { json: { wallet_generation_status: "in_progress", wallets_generated: 3, total_wallets: 6, is_complete: false } });
  await page.goto("/user-management/generate-wallet-by-phone");
  await page.getByRole("button", { name: "Start generation" }).click();
  await expect(page.getByText("Phone number is required").first()).toBeVisible();
  await page.getByLabel("Phone number", { exact: true }).fill(phone);
  await page.getByRole("button", { name: "Start generation" }).click();
  await expect(page.getByText("Started wallet generation")).toBeVisible();
  expect(played.callsOf(start)).toMatchObject([{ body: { phonenumber: phone, force: false } }]);
  await expect(page.getByText("Estimated completion: 2 minutes")).toBeVisible();
  await expect(page.getByRole("region", { name: "Raw response" })).toContainText('"started"');
  await expect(page.getByText("3 of 6 · 50%")).toBeVisible();
  expect(played.callsOf(status)[0]?.query).toEqual({ phonenumber: phone });
  await page.reload();
  await expect(page.getByText("3 of 6 · 50%")).toBeVisible();
  await expectAccessible(page);
  played.on(status, { json: { walletGenerationStatus: "completed", walletsGenerated: 6, totalWallets: 6, isComplete: true } });
  await expect(page.getByText("Wallet generation is complete")).toBeVisible();
});

testWithShell(
  "[TOOL-1, USER-11] a user's page opens from a link, shows record, total and wallets, and stays offline",
  async ({ page, context, played }) => {
    await page.goto(`/user-management/summary?email=${encodeURIComponent(email)}`);
    await expect(page.getByRole("heading", { level: 1, name: "User summary" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 2, name: "user001" })).toBeVisible();
    await expect(page.getByRole("group", { name: "Total portfolio value" })).toContainText("$17,095.78");
    await expect(page.getByRole("button", { name: /BTC_BTC/ })).toBeVisible();
    await expectAccessible(page);
    await untilShellIsKept(page);
    await played.cutOff(context);
    await page.reload();
    await expect(page.getByRole("heading", { level: 2, name: "user001" })).toBeVisible();
    await expect(page.getByRole("group", { name: "Total portfolio value" })).toContainText("$17,095.78");
    await page.getByRole("link", { name: "Disable 2FA" }).click();
    const button = page.getByRole("button", { name: "Disable 2fa", exact: true });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveAccessibleDescription(/connection/i);
  },
);

// A newly opened tool makes no request, so the host's reach stays unknown and the button enabled until it is pressed.
testWithShell(
  "[TOOL-2, TOOL-3, TOOL-4, TOOL-5, TOOL-6, TOOL-7, WALL-1, SEC-1] offline every tool opens, shows whom it is about, and says why it can't",
  async ({ page, context, played }) => {
    test.slow();
    await page.goto("/users");
    await expect(page.getByRole("cell", { name: email, exact: true })).toBeVisible();
    await untilShellIsKept(page);
    await played.cutOff(context);
    const about = `?email=${encodeURIComponent(email)}`;
    for (const [path, name] of [
      [`disable-2fa${about}`, "Disable 2fa"],
      [`remove-password${about}`, "Remove password PIN"],
      [`wipe-pending-balance${about}`, "Wipe pending balance"],
      [`generate-wallet-by-phone${about}`, "Start generation"],
      [`regenerate-wallet-by-phone${about}`, "Regenerate"],
      [`fetch-wallets${about}`, "Fetch Wallet"],
      ["create-new-admin", "Create admin"],
    ] as const) {
      await page.goto(`/user-management/${path}`);
      const button = page.getByRole("button", { name, exact: true });
      await expect(button).toHaveAttribute("aria-disabled", "true");
      await expect(button).toHaveAccessibleDescription(/connection/i);
      if (path !== "create-new-admin") await expect(page.getByRole("complementary", { name: "Who this is" })).toContainText("user001");
    }
    await page.goto("/security");
    await expect(page.getByRole("button", { name: "Get Refresh Tokens" })).toHaveAccessibleDescription(/connection/i);
  },
);
